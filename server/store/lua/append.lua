-- Adds entries to a room's log, if the room is open, the fence is the caller's and the version is the expected one.
-- Returns 1 stored, 2 conflict, 3 fenced, 4 gone, or 5: stored, closed, and results still wait in the outbox, so that
-- the room may not leave the index. Nothing is written unless 1 or 5; all checks stand before the first write.
-- KEYS[1] prefix of the room's keys; ARGV: fence, version, parts, then [seconds to keep] if parts > 0, [base] if parts
-- has 1, [result] if parts has 2, then the entries. parts is a sum of 1 base, 2 result, 4 closes.
local room = KEYS[1]
local head = room .. 'head'
local seen = redis.call('HMGET', head, 'fence', 'version', 'segment', 'state')
if not seen[1] then
  return 4
end
if seen[1] ~= ARGV[1] then
  -- a lower number in the head is no new owner: Redis lost its last writes, so the log is to be read again
  return tonumber(seen[1]) > tonumber(ARGV[1]) and 3 or 2
end
if seen[4] ~= 'open' then
  return 4
end
if seen[2] ~= ARGV[2] then
  return 2
end

local parts = tonumber(ARGV[3])
local log = room .. 'log:' .. seen[3]
local at = 4
if parts > 0 then
  local keep = ARGV[4]
  at = 5
  if parts % 2 == 1 then
    redis.call('EXPIRE', log, keep) -- the segment that ends is only a record now
    local segment = string.format('%d', tonumber(seen[3]) + 1)
    log = room .. 'log:' .. segment
    redis.call('DEL', log)
    redis.call('RPUSH', log, ARGV[at])
    redis.call('HSET', head, 'segment', segment, 'first', seen[2])
    at = at + 1
  end
  if parts % 4 >= 2 then
    redis.call('RPUSH', room .. 'outbox', ARGV[at])
    at = at + 1
  end
end
local count = #ARGV - at + 1
if count > 0 then
  redis.call('RPUSH', log, unpack(ARGV, at))
  redis.call('HINCRBY', head, 'version', count)
end
if parts >= 4 then
  redis.call('HSET', head, 'state', 'closed')
  redis.call('EXPIRE', head, ARGV[4])
  redis.call('EXPIRE', log, ARGV[4])
  if redis.call('EXISTS', room .. 'outbox') == 1 then
    return 5
  end
end
return 1
