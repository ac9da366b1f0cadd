// The closed loop of the load generator. Clients have joined already (Python did that); here each seat sends its move as
// soon as it has the update that makes it its turn. One thread, one epoll, no busy wait.
//
// Two servers are spoken to. FUDAKAI: the seat whose update holds offers plays the first of them, whose bytes are copied
// out of the frame. BARE: the seats take turns, and the move is always the same but for its number.
//
// Python calls gen_make, gen_drive (again and again: counters go on), gen_settle, gen_free.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { FUDAKAI, BARE };
enum { BUFFER = 1 << 16, FRAME = 4096, EVENTS = 512, LONGEST = 1 << 14 };

// ---- MessagePack: skipping values, and finding the few that matter

static size_t big_endian(const uint8_t *p, int bytes) {
  size_t value = 0;
  for (int i = 0; i < bytes; i++) value = value << 8 | p[i];
  return value;
}

// Bytes of the first value in p; 0 when it does not end within n bytes or is no MessagePack.
size_t skip(const uint8_t *p, size_t n) {
  size_t at = 0, left = 1; // values still to come, of all open levels together
  while (left) {
    if (at >= n) return 0;
    left--;
    uint8_t b = p[at++];
    size_t content = 0, length = 0, values = 0; // bytes of content, bytes of a declared length, values per item
    if (b <= 0x7f || b >= 0xe0 || b == 0xc0 || b == 0xc2 || b == 0xc3) continue;
    if (b <= 0x8f) { left += 2 * (b & 15); continue; }
    if (b <= 0x9f) { left += b & 15; continue; }
    if (b <= 0xbf) content = b & 31;
    else if (b >= 0xc4 && b <= 0xc6) length = (size_t)1 << (b - 0xc4);                  // bin
    else if (b >= 0xc7 && b <= 0xc9) length = (size_t)1 << (b - 0xc7), content = 1;     // ext: and its type
    else if (b >= 0xca && b <= 0xcb) content = b == 0xca ? 4 : 8;                       // float
    else if (b >= 0xcc && b <= 0xcf) content = (size_t)1 << (b - 0xcc);                 // uint
    else if (b >= 0xd0 && b <= 0xd3) content = (size_t)1 << (b - 0xd0);                 // int
    else if (b >= 0xd4 && b <= 0xd8) content = 1 + ((size_t)1 << (b - 0xd4));           // fixext
    else if (b >= 0xd9 && b <= 0xdb) length = (size_t)1 << (b - 0xd9);                  // str
    else if (b >= 0xdc && b <= 0xdd) length = b == 0xdc ? 2 : 4, values = 1;            // array
    else if (b >= 0xde) length = b == 0xde ? 2 : 4, values = 2;                         // map
    else return 0;                                                                      // 0xc1
    if (n - at < length) return 0;
    size_t declared = big_endian(p + at, (int)length);
    at += length;
    if (values) { left += values * declared; continue; }
    content += length ? declared : 0;
    if (n - at < content) return 0;
    at += content;
  }
  return at;
}

// The value of a key in the map at p, or NULL.
static const uint8_t *field(const uint8_t *p, const uint8_t *end, const char *name) {
  if (!p || p >= end) return NULL;
  size_t pairs, length = strlen(name);
  if (*p >= 0x80 && *p <= 0x8f) pairs = *p & 15, p += 1;
  else if (*p == 0xde && end - p >= 3) pairs = big_endian(p + 1, 2), p += 3;
  else return NULL;
  while (pairs--) {
    size_t key = skip(p, (size_t)(end - p));
    if (!key) return NULL;
    bool found = *p == (0xa0 | length) && key == length + 1 && !memcmp(p + 1, name, length);
    p += key;
    if (found) return p < end ? p : NULL;
    size_t value = skip(p, (size_t)(end - p));
    if (!value) return NULL;
    p += value;
  }
  return NULL;
}

static bool number(const uint8_t *p, const uint8_t *end, uint32_t *value) {
  if (!p) return false;
  if (*p <= 0x7f) { *value = *p; return true; }
  if (*p < 0xcc || *p > 0xce) return false;
  int bytes = 1 << (*p - 0xcc);
  if (end - p <= bytes) return false;
  *value = (uint32_t)big_endian(p + 1, bytes);
  return true;
}

// What a seat must know of an update.
typedef struct { uint32_t version, since; int finished; uint32_t offer_at, offer_length; } seen_t;

// Reads an update of a seat; false when it is none. No offer: offer_length 0.
int look(const uint8_t *p, size_t n, seen_t *seen) {
  const uint8_t *end = p + n;
  memset(seen, 0, sizeof *seen);
  const uint8_t *state = field(p, end, "state"), *you = field(p, end, "you");
  const uint8_t *status = field(state, end, "status"), *offers = field(you, end, "offers");
  if (!status || !offers) return 0;
  if (!number(field(p, end, "version"), end, &seen->version)) return 0;
  if (!number(field(you, end, "since"), end, &seen->since)) return 0;
  seen->finished = *status == 0xa8 && end - status > 8 && !memcmp(status + 1, "finished", 8);
  const uint8_t *first = NULL;
  if (*offers > 0x90 && *offers <= 0x9f) first = offers + 1;
  else if (*offers == 0xdc) first = offers + 3;
  if (first && first < end) {
    seen->offer_at = (uint32_t)(first - p);
    seen->offer_length = (uint32_t)skip(first, (size_t)(end - first));
  }
  return 1;
}

// ---- clients

typedef struct { const uint8_t *bytes; int length; } text_t;

// What Python hands over for a client: its socket and the beginnings of its requests, each up to the number.
typedef struct { int fd, room, seat; text_t move, ready, start; } plan_t;

// Counted from gen_make on; Python takes differences.
typedef struct {
  uint64_t moves, done, updates; // moves sent; moves whose sender has its update; updates that answer moves
  uint64_t asked, oks;           // requests that are no moves (ready, start); ok frames
  uint64_t outside, wrong;       // updates between matches; frames that should not have come
  uint64_t matches, latencies;   // matches that ended; latencies noted
  int broken, stalled;           // a socket or a frame failed; nothing moved for STALL
} count_t;

typedef struct {
  plan_t plan;
  uint32_t updates, skips, requests; // skips: updates still to come that answer no move
  bool waiting;
  uint64_t sent_at;
  int filled;
  uint8_t *in;
} client_t;

typedef struct {
  int kind, seats, clients, epoll;
  bool quiet; // no new moves
  client_t *all;
  count_t *count;
  uint32_t *latency; // microseconds
  uint64_t latency_room, progress, heard; // heard: when the last message came
  uint32_t *sizes; // of updates, a histogram by bytes
} gen_t;

static const uint64_t SECOND = 1000000000ull, STALL = 8000000000ull;
static const uint8_t UPDATE[] = "\x86\xa4type\xa6update", OK_TYPE[] = "\xa4type\xa2ok", EVENT[] = "\x8c\xa1t\xa2" "ev";

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

static void send_frame(gen_t *g, client_t *c, int opcode, const uint8_t *p, int n) {
  static const uint8_t mask[4] = {0x37, 0xfa, 0x21, 0x3d};
  uint8_t out[FRAME + 8];
  int head = 2;
  out[0] = (uint8_t)(0x80 | opcode);
  if (n < 126) out[1] = (uint8_t)(0x80 | n);
  else out[1] = 0x80 | 126, out[2] = (uint8_t)(n >> 8), out[3] = (uint8_t)n, head = 4;
  memcpy(out + head, mask, 4);
  head += 4;
  for (int i = 0; i < n; i++) out[head + i] = p[i] ^ mask[i & 3];
  for (int sent = 0, total = head + n; sent < total;) {
    ssize_t k = send(c->plan.fd, out + sent, (size_t)(total - sent), MSG_NOSIGNAL);
    if (k >= 0) sent += (int)k;
    else if (errno != EAGAIN && errno != EINTR) { g->count->broken = 1; return; }
  }
}

typedef struct { uint8_t bytes[FRAME]; int length; } request_t;

static void put(request_t *r, const void *bytes, size_t n) {
  memcpy(r->bytes + r->length, bytes, n);
  r->length += (int)n;
}

static void put_number(request_t *r, uint32_t value) { // as uint32
  uint8_t out[5] = {0xce, (uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8), (uint8_t)value};
  put(r, out, 5);
}

static void put_ref(request_t *r, uint32_t value) { // 8 hexadecimal digits: no ref of this client comes twice
  char out[8];
  for (int i = 0; i < 8; i++) out[i] = "0123456789abcdef"[value >> (28 - 4 * i) & 15];
  put(r, out, 8);
}

static void begin(request_t *r, client_t *c, text_t head) {
  r->length = 0;
  put(r, head.bytes, (size_t)head.length);
  put_number(r, ++c->requests);
}

static void say(gen_t *g, client_t *c, text_t head) {
  request_t r;
  begin(&r, c, head);
  g->count->asked++;
  send_frame(g, c, 2, r.bytes, r.length);
}

static void play(gen_t *g, client_t *c, const seen_t *seen, const uint8_t *frame) {
  if (g->quiet) return;
  request_t r;
  begin(&r, c, c->plan.move);
  if (g->kind == FUDAKAI) {
    put(&r, "\xa3ref\xa8", 5);
    put_ref(&r, c->requests);
    put(&r, "\xa7version", 8);
    put_number(&r, seen->version);
    put(&r, "\xa4move", 5);
    put(&r, frame + seen->offer_at, seen->offer_length);
  } else {
    put(&r, "\xa4slot\x00", 6);
  }
  c->waiting = true;
  g->count->moves++;
  c->sent_at = now();
  send_frame(g, c, 2, r.bytes, r.length);
}

// ---- frames

// An update counts as the answer to a move, but between two matches of a room, when everybody says ready and the host
// starts: these seats + 1 updates a client are counted apart.
static void updated(gen_t *g, client_t *c, size_t bytes) {
  g->sizes[bytes < LONGEST ? bytes : LONGEST - 1]++;
  g->count->updates++;
  c->updates++;
  if (!c->waiting) return; // another seat's move
  uint64_t t = now();
  c->waiting = false;
  g->progress = t;
  g->count->done++;
  if (g->count->latencies < g->latency_room) g->latency[g->count->latencies++] = (uint32_t)((t - c->sent_at) / 1000);
}

static void fudakai_frame(gen_t *g, client_t *c, const uint8_t *p, size_t n) {
  seen_t seen;
  if (n > sizeof UPDATE && !memcmp(p, UPDATE, sizeof UPDATE - 1) && look(p, n, &seen)) {
    if (c->skips) {
      c->skips--;
      g->count->outside++;
      if (c->skips == 1 && c->plan.seat == 0) say(g, c, c->plan.start);
    } else {
      updated(g, c, n);
      if (seen.finished) {
        if (c->plan.seat == 0) g->count->matches++;
        c->skips = (uint32_t)g->seats + 1;
        say(g, c, c->plan.ready); // also when it is quiet: others of the room have said it already, perhaps
      }
    }
    if (seen.offer_length && !c->waiting) {
      if (seen.since > seen.version || seen.offer_length > FRAME / 2) g->count->wrong++;
      else play(g, c, &seen, p);
    }
  } else if (n > sizeof OK_TYPE && !memcmp(p + 1, OK_TYPE, sizeof OK_TYPE - 1)) {
    g->count->oks++;
  } else {
    g->count->wrong++;
  }
}

static void bare_frame(gen_t *g, client_t *c, const uint8_t *p, size_t n) {
  if (n < sizeof EVENT - 1 || memcmp(p, EVENT, sizeof EVENT - 1)) { g->count->wrong++; return; }
  updated(g, c, n);
  if ((int)(c->updates % (uint32_t)g->seats) == c->plan.seat) play(g, c, NULL, NULL);
}

// Takes the whole WebSocket frames out of a client's buffer.
static void take_frames(gen_t *g, client_t *c) {
  int at = 0;
  while (c->filled - at >= 2 && !g->count->broken) {
    uint8_t *b = c->in + at;
    int opcode = b[0] & 15, head = 2;
    size_t n = b[1] & 127;
    if (n == 126) head = 4;
    else if (n == 127) { g->count->broken = 1; return; } // over 64 KiB
    if (c->filled - at < head) break;
    if (head == 4) n = big_endian(b + 2, 2);
    if (n + (size_t)head > BUFFER) { g->count->broken = 1; return; }
    if ((size_t)(c->filled - at) < n + (size_t)head) break;
    at += head + (int)n;
    if (opcode == 2) {
      g->heard = now();
      (g->kind == FUDAKAI ? fudakai_frame : bare_frame)(g, c, b + head, n);
    } else if (opcode == 9) send_frame(g, c, 10, b + head, (int)n);
    else if (opcode == 8) g->count->broken = 1;
    else g->count->wrong++;
  }
  memmove(c->in, c->in + at, (size_t)(c->filled - at));
  c->filled -= at;
}

// Waits at most so many milliseconds for something to read, and reads it. How many sockets had something.
static int turn(gen_t *g, int milliseconds) {
  struct epoll_event events[EVENTS];
  int n = epoll_wait(g->epoll, events, EVENTS, milliseconds);
  for (int i = 0; i < n && !g->count->broken; i++) {
    client_t *c = &g->all[events[i].data.u32];
    ssize_t k = recv(c->plan.fd, c->in + c->filled, (size_t)(BUFFER - c->filled), 0);
    if (k > 0) {
      c->filled += (int)k;
      take_frames(g, c);
    } else if (k == 0 || (errno != EAGAIN && errno != EINTR)) {
      g->count->broken = 1;
    }
  }
  return n;
}

// ---- what Python calls

gen_t *gen_make(int kind, int seats, int clients, const plan_t *plans, count_t *count, uint32_t *latency,
                uint64_t latency_room, uint32_t *sizes) {
  gen_t *g = calloc(1, sizeof *g);
  *g = (gen_t){.kind = kind, .seats = seats, .clients = clients, .count = count, .latency = latency, .latency_room = latency_room,
               .sizes = sizes, .epoll = epoll_create1(0), .all = calloc((size_t)clients, sizeof(client_t))};
  for (int i = 0; i < clients; i++) {
    client_t *c = &g->all[i];
    c->plan = plans[i];
    c->requests = 1000; // over the numbers that the set-up used
    c->in = malloc(BUFFER);
    fcntl(c->plan.fd, F_SETFL, fcntl(c->plan.fd, F_GETFL) | O_NONBLOCK);
    struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
    epoll_ctl(g->epoll, EPOLL_CTL_ADD, c->plan.fd, &e);
  }
  return g;
}

// In each room: seat 0 starts the first match, or makes the first move.
void gen_begin(gen_t *g) {
  g->progress = now();
  for (int i = 0; i < g->clients; i++) {
    client_t *c = &g->all[i];
    c->skips = g->kind == FUDAKAI ? 1 : 0;
    if (c->plan.seat) continue;
    if (g->kind == FUDAKAI) say(g, c, c->plan.start);
    else play(g, c, NULL, NULL);
  }
}

// Plays for so many seconds; the time it took. Ends early when something broke or nothing moves any more.
double gen_drive(gen_t *g, double seconds) {
  uint64_t began = now(), t = began, until = began + (uint64_t)(seconds * 1e9);
  g->progress = began;
  while (t < until && !g->count->broken && !g->count->stalled) {
    turn(g, 50);
    t = now();
    if (t > g->progress + STALL) g->count->stalled = 1;
  }
  return (double)(t - began) / 1e9;
}

// No new moves; reads on until no message has come for `quiet` milliseconds (pings do come), at most a hundred such times.
void gen_settle(gen_t *g, int quiet) {
  uint64_t pause = (uint64_t)quiet * 1000000ull, until = now() + 100 * pause;
  g->quiet = true;
  g->heard = now();
  while (now() < until && now() < g->heard + pause && !g->count->broken) turn(g, quiet);
}

void gen_free(gen_t *g) {
  for (int i = 0; i < g->clients; i++) free(g->all[i].in);
  close(g->epoll);
  free(g->all);
  free(g);
}
