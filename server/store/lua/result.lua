-- Applies a match's result once, whole or not at all: it is kept under its match id, and stands in the history, the sums
-- and the leaderboard of each of its players. Returns 1 applied, 2 it was before, 3 a rating is not the one that was read.
-- KEYS[1] prefix of the keys of results; ARGV: match id, result, game, 1 public or 0, 1 it counts or 0 (abandoned),
-- seconds for which it is kept (0: for ever), then for each player six: id, name, points, won (1 or 0), and the rating read and the new one (both empty: not rated).
local at = KEYS[1]
local id, game, public, counts = ARGV[1], ARGV[3], ARGV[4] == '1', ARGV[5] == '1'
if redis.call('EXISTS', at .. 'match:' .. id) == 1 then
  return 2
end

-- A script that fails half-way has written the first half, so what could fail is looked at before anything is written.
local function holds(key, kind)
  local found = redis.call('TYPE', key).ok
  if found ~= 'none' and found ~= kind then
    error({err = 'WRONGTYPE ' .. key .. ' is a ' .. found .. ' and not a ' .. kind})
  end
end
holds(at .. 'board:' .. game, 'zset')
for i = 7, #ARGV, 6 do
  local sums = at .. 'player:' .. ARGV[i]
  holds(at .. 'history:' .. ARGV[i], 'list')
  holds(at .. 'public:' .. ARGV[i], 'list')
  holds(sums, 'hash')
  for _, what in ipairs({':matches', ':won', ':points'}) do
    local sum = redis.call('HGET', sums, game .. what)
    if sum and not string.match(sum, '^-?%d+$') then
      error({err = 'ERR ' .. sums .. ' has no number as ' .. game .. what})
    end
  end
end

for i = 7, #ARGV, 6 do
  if ARGV[i + 5] ~= '' then
    local rating = redis.call('HGET', at .. 'player:' .. ARGV[i], game .. ':rating') or ''
    if rating ~= ARGV[i + 4] then
      return 3
    end
  end
end

-- what a list begins with and is kept no more leaves it, though not all of a long list at once
local function add(list)
  for _ = 1, 100 do
    local oldest = redis.call('LINDEX', list, 0)
    if not oldest or redis.call('EXISTS', at .. 'match:' .. oldest) == 1 then
      break
    end
    redis.call('LPOP', list)
  end
  redis.call('RPUSH', list, id)
end

redis.call('SET', at .. 'match:' .. id, ARGV[2])
if ARGV[6] ~= '0' then
  redis.call('EXPIRE', at .. 'match:' .. id, ARGV[6])
end
for i = 7, #ARGV, 6 do
  local player = ARGV[i]
  add(at .. 'history:' .. player)
  if public then
    add(at .. 'public:' .. player)
  end
  if counts then
    local sums = at .. 'player:' .. player
    redis.call('HSET', sums, 'name', ARGV[i + 1])
    redis.call('HINCRBY', sums, game .. ':matches', 1)
    redis.call('HINCRBY', sums, game .. ':won', ARGV[i + 3])
    redis.call('HINCRBY', sums, game .. ':points', ARGV[i + 2])
    redis.call('ZINCRBY', at .. 'board:' .. game, ARGV[i + 2], player)
    if ARGV[i + 5] ~= '' then
      redis.call('HSET', sums, game .. ':rating', ARGV[i + 5])
    end
  end
end
return 1
