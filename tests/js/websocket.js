/** For programs that count on the platform's WebSocket: Node 20 has none. */

import { WebSocket } from "ws";

globalThis.WebSocket ??= /** @type {any} */ (WebSocket);
