-- The next fencing number: above the last one, and not below the clock in milliseconds. So a number is never given
-- twice, also when a crash cost Redis its last writes (appendfsync everysec or no).
-- KEYS[1] the counter
local now = redis.call('TIME')
local number = now[1] * 1000 + math.floor(now[2] / 1000)
local last = tonumber(redis.call('GET', KEYS[1]) or '0')
if number <= last then
  number = last + 1
end
redis.call('SET', KEYS[1], string.format('%.0f', number))
return number
