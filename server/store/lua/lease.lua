-- Notes a number as a node's lease: 1, or 0 when another holder has noted a higher one than the caller's latest.
-- KEYS[1] the node's lease; ARGV: number, holder, the latest number the caller had (or the same number at first)
local noted = redis.call('HMGET', KEYS[1], 'number', 'holder')
local latest = tonumber(noted[1] or '0')
if noted[2] and noted[2] ~= ARGV[2] and latest > tonumber(ARGV[3]) then
  return 0
end
if tonumber(ARGV[1]) > latest then
  redis.call('HSET', KEYS[1], 'number', ARGV[1], 'holder', ARGV[2])
end
return 1
