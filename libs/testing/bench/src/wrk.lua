-- Sends the requests of a file, one after the other, and prints what it measured as JSON. Used by load.ts.
--   wrk … -- <file> <word>
-- In the file each stands as it goes over the wire, behind its length in bytes and a line end. Where one says [<id>], it
-- says the word and a number that grows with each.
local requests = {}
local word
local at = 0
local sent = 0

function init(arguments)
  word = arguments[2]
  local file = assert(io.open(arguments[1], "rb"))
  for length in function() return file:read("*n") end do
    file:read(1)
    local text = file:read(length)
    local from, to = text:find("[<id>]", 1, true)
    requests[#requests + 1] = from and { text:sub(1, from - 1), text:sub(to + 1) } or text
  end
  file:close()
end

function request()
  at = at % #requests + 1
  local text = requests[at]
  if type(text) == "string" then return text end
  sent = sent + 1
  return text[1] .. word .. sent .. text[2]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"p50":%f,"p99":%f,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout
  ))
end
