/**
 * The page's start: the parts are named here, and the whole is put together.
 * @module
 */

import "./app.js";
