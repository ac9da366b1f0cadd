/**
 * A whole bot: makes a table for two, or sits down at one by its code, plays random moves for one match, and comes
 * back by itself when the connection breaks. `node bot.js [ws://127.0.0.1:8765/ [K7QF2M]]`; GAME names another game
 * than agurk. Node 20 needs `node --experimental-websocket bot.js`.
 */
import process from "node:process";
import { anyMoveOf, connect, Refused } from "../fudakai.js";

const [url = "ws://127.0.0.1:8765/", code] = process.argv.slice(2);
const client = await connect(url, { name: "random bot" });
client.on("state", ({ words }) => console.log(words));
const room = code ? await client.join(code) : await client.create(process.env.GAME ?? "agurk", { seats: 2 });
console.log("the code of the table is", room.code);

for await (const view of room) {
  if (view.over) {
    console.log(
      "winners:",
      view.result?.winners.map((seat) => view.result?.names[seat]),
    );
    break;
  }
  try {
    if (view.offers.length) {
      await moveOneOf([...view.offers], view);
    } else if (view.status === "waiting") {
      const me = view.seats.find((seat) => seat.seat === view.seat);
      if (!me?.ready) await room.ready();
      else if (view.isHost && view.seats.every((seat) => seat.ready)) await room.start();
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.log(error.message); // the room has gone on meanwhile: the next view tells
  }
}

await room.leave();
client.close();

/**
 * Makes any of the moves; another one, if it is refused for what this seat cannot see.
 * @param {import("../fudakai.js").Data[]} offers
 * @param {import("../fudakai.js").View} view
 */
async function moveOneOf(offers, view) {
  const [offer] = offers.splice(Math.floor(Math.random() * offers.length), 1);
  try {
    await room.move(anyMoveOf(offer), view);
  } catch (error) {
    if (!(error instanceof Refused && error.code === "hiki" && offers.length)) throw error;
    await moveOneOf(offers, view);
  }
}
