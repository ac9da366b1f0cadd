/**
 * A bot in few lines, without the SDK: `node short-bot.js ws://127.0.0.1:8765 [ROOM]`. It does not come back when the
 * connection breaks; bot.js beside it does. Node 20 needs `node --experimental-websocket short-bot.js`.
 */
import process from "node:process";

const [url, code] = process.argv.slice(2);
const socket = new WebSocket(url, ["fudakai.v1.json"]);
let id = 0;
/** @type {(type: string, fields: object) => void} */
const say = (type, fields) => socket.send(JSON.stringify({ type, id: ++id, ...fields }));
/** @type {<T>(list: T[]) => T} */
const any = (list) => list.splice(Math.floor(Math.random() * list.length), 1)[0];

socket.onopen = () => {
  say("hello", { name: "short bot" });
  if (code) say("join", { room: code });
  else say("create", { game: "agurk", seats: 2 });
};
socket.onmessage = ({ data }) => {
  const { type, room, version, state, you, words } = JSON.parse(data);
  if (type === "refused") {
    console.log(words);
    say("resume", { room: room ?? "" });
  } else if (type === "update" && state.result) {
    console.log("scores:", state.result.scores);
    socket.close();
  } else if (type === "update" && you.offers.length) {
    const { count, among, ...move } = any(you.offers);
    if (count) move.cards = Array.from({ length: count }, () => any(among));
    say("move", { room, version, ref: `${version}`, move });
  } else if (type === "update" && !state.match) {
    if (!state.seats[you.seat].ready) {
      console.log("room", room);
      say("ready", { room });
    } else if (you.seat === 0 && state.seats.every((/** @type {{ ready: boolean }} */ seat) => seat.ready)) {
      say("start", { room });
    }
  }
};
