-- Puts another result in the place of an applied one, if that is still the one that was read. Returns 1 done, or not: 0.
-- KEYS[1] prefix of the keys of results; ARGV: match id, the result that was read, the new one
local match = KEYS[1] .. 'match:' .. ARGV[1]
if redis.call('GET', match) ~= ARGV[2] then
  return 0
end
redis.call('SET', match, ARGV[3], 'KEEPTTL')
return 1
