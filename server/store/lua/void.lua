-- Makes sure that a code in the index has no open room, so that it may leave the index: 1 yes, 0 the room is open, 2
-- it is not, but has results in its outbox.
-- A code without a room is marked for a day: a create that is still under way finds it taken. A closed room keeps its
-- code for at least the same time.
-- KEYS[1] prefix of the room's keys
local head = KEYS[1] .. 'head'
local state = redis.call('HGET', head, 'state')
if state == 'open' then
  return 0
end
if redis.call('EXISTS', KEYS[1] .. 'outbox') == 1 then
  return 2
end
if not state then
  redis.call('HSET', head, 'state', 'void')
end
if redis.call('TTL', head) < 86400 then
  redis.call('EXPIRE', head, 86400)
end
return 1
