-- Deletes a player's history, sums and places, if the history is still the one that was read. Returns 1 done, or not: 0.
-- KEYS[1] prefix of the keys of results; ARGV: player, how many matches the history had, the id of the newest ('' if none)
local at, player = KEYS[1], ARGV[1]
local history = at .. 'history:' .. player
if redis.call('LLEN', history) ~= tonumber(ARGV[2]) or (redis.call('LINDEX', history, -1) or '') ~= ARGV[3] then
  return 0
end
local sums = at .. 'player:' .. player
for _, name in ipairs(redis.call('HKEYS', sums)) do
  local game = string.match(name, '^(.*):matches$')
  if game then
    redis.call('ZREM', at .. 'board:' .. game, player)
  end
end
redis.call('DEL', history, at .. 'public:' .. player, sums)
return 1
