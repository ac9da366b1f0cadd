/**
 * The page's entry point.
 * @module
 */

import "./app.js";
