-- Raises the room's fence to the caller's number and reads its log, in one step: what comes later under the old number
-- can never land. Returns nil (no room), {fence} when that is higher, or the head's fields and the segment's list.
-- KEYS[1] prefix of the room's keys; ARGV: fence
local room = KEYS[1]
local head = redis.call('HMGET', room .. 'head', 'fence', 'version', 'segment', 'first', 'state')
if not head[1] or head[5] == 'void' then
  return false
end
if tonumber(head[1]) > tonumber(ARGV[1]) then
  return { head[1] }
end
redis.call('HSET', room .. 'head', 'fence', ARGV[1])
return { head[2], head[3], head[4], head[5], redis.call('LRANGE', room .. 'log:' .. head[3], 0, -1) }
