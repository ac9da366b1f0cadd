-- Takes a result that was applied out of a room's outbox. Returns 1 when the room may leave the index with it: it is not
-- open, and nothing more waits. Taking it out again is harmless.
-- KEYS[1] prefix of the room's keys; ARGV: the result
local room = KEYS[1]
redis.call('LREM', room .. 'outbox', 1, ARGV[1])
if redis.call('HGET', room .. 'head', 'state') ~= 'open' and redis.call('EXISTS', room .. 'outbox') == 0 then
  return 1
end
return 0
