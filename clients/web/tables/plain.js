/**
 * A table for a game that this page does not know: what everybody knows in words, and a button for every offer.
 * @module
 */

import { anyMoveOf } from "../../js/fudakai.js";
import { define, html } from "../app/part.js";
import { Table } from "./table.js";

class PlainTable extends Table {
  content() {
    const { view } = this;
    return html`<section class="table plain">
      <p>${view.seats.map((seat) => this.nameplate(seat.seat))}</p>
      <pre>${JSON.stringify(view.table, null, 1)}</pre>
      <pre>${JSON.stringify(view.private)}</pre>
      <p>
        ${this.offers.map(
          (offer) =>
            html`<button type="button" @click=${() => this.play(anyMoveOf(offer))}>${JSON.stringify(offer)}</button>`,
        )}
      </p>
      ${this.refused()}
    </section>`;
  }
}

define("fuda-plain-table", PlainTable);
