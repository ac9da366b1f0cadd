/**
 * Who sits in a room and who watches, with what its host may do to them.
 * @module
 */

import { html, nothing } from "../app/part.js";
import { say } from "../app/words.js";

/** @typedef {import("../../js/fudakai.js").Room} Room */
/** @typedef {import("../../js/fudakai.js").View} View */

/**
 * The list of seats.
 * @param {Room} room
 * @param {View} view
 * @param {(work: () => Promise<unknown>) => void} attempt does something that the server may refuse
 * @param {unknown} inviting how others come here
 */
export function people(room, view, attempt, inviting) {
  const { state, isHost } = view;
  const between = state.status !== "playing";
  return html`<section class="panel people">
    <h2>${say("room.people")}</h2>
    <ol>
      ${view.seats.map((seat) => {
        const me = seat.seat === view.seat;
        if (seat.player === null || (seat.left && between)) {
          return html`<li class="free">
            <span>${say("room.free")}</span>
            ${
              between && view.seat !== null
                ? html`<button type="button" @click=${() => attempt(() => room.sit(seat.seat))}>
                    ${say("room.sit_here")}
                  </button>`
                : nothing
            }
            ${
              between && isHost
                ? html`<button type="button" @click=${() => attempt(() => room.addBot("strong", seat.seat))}>
                      ${say("room.add_bot")}</button
                    ><button type="button" @click=${() => attempt(() => room.addBot("random", seat.seat))}>
                      ${say("room.add_easy_bot")}
                    </button>`
                : nothing
            }
          </li>`;
        }
        const muted = state.muted?.includes(seat.player) ?? false;
        return html`<li>
          <span class="name">${seat.name}</span>
          <small>${marks(view, seat, me).join(" · ")}</small>
          ${
            isHost && !me && (between || !seat.bot)
              ? html`<button type="button" @click=${() => attempt(() => room.kick(seat.seat))}>
                  ${say(seat.bot ? "room.take_out" : "room.kick")}
                </button>`
              : nothing
          }
          ${
            isHost && !me && !seat.bot
              ? html`<button type="button" @click=${() => attempt(() => room.mute(seat.player ?? "", !muted))}>
                  ${say(muted ? "room.unmute" : "room.mute")}
                </button>`
              : nothing
          }
        </li>`;
      })}
    </ol>
    ${
      state.spectators
        ? html`<p class="watchers">
            ${say("room.watch", { count: state.spectators, names: view.watchers.join(", ") })}
          </p>`
        : nothing
    }
    ${inviting}
  </section>`;
}

/**
 * @param {View} view
 * @param {import("../../js/messages.js").SeatState} seat
 * @param {boolean} me
 */
function marks(view, seat, me) {
  const between = view.state.status !== "playing";
  return [
    me && say("seat.you"),
    seat.player === view.state.host && say("room.host"),
    seat.bot && !seat.left && say("seat.bot"),
    seat.left && say(seat.bot ? "room.stand_in" : "seat.left"),
    seat.away && say("seat.away"),
    between && (seat.ready ? say("room.ready") : say("room.not_ready")),
  ].filter(Boolean);
}
