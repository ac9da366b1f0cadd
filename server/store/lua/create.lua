-- Makes a room: 1, or 0 when the code is taken, also by a closed room that is still kept, or whose results still wait.
-- KEYS[1] prefix of the room's keys; ARGV: fence, base
local room = KEYS[1]
if redis.call('EXISTS', room .. 'head', room .. 'outbox') > 0 then
  return 0
end
redis.call('DEL', room .. 'log:0')
redis.call('RPUSH', room .. 'log:0', ARGV[2])
redis.call('HSET', room .. 'head', 'fence', ARGV[1], 'version', 0, 'segment', 0, 'first', 0, 'state', 'open')
return 1
