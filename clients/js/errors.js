/**
 * What can go wrong for a user of the SDK. The `message` of every error is a sentence for a person.
 * @module
 */

/** Any error of the SDK. */
export class FudakaiError extends Error {
  /**
   * @param {string} words
   * @param {ErrorOptions} [options] with the `cause`, if another error led to this one
   */
  constructor(words, options) {
    super(words, options);
    this.name = new.target.name;
  }
}

/**
 * The server refused a request, and nothing was changed. `code` is one of the refusal codes of PROTOCOL.md or a word of
 * the game's own; `words` are for a person; `retryAfter` are milliseconds to wait before trying again, if it says so.
 */
export class Refused extends FudakaiError {
  /**
   * @param {string} code
   * @param {string} words
   * @param {number} [retryAfter]
   */
  constructor(code, words, retryAfter = 0) {
    super(`${words} (${code})`);
    this.code = code;
    this.words = words;
    this.retryAfter = retryAfter;
  }
}

/** The move was made on a view older than this seat's present offers: look at the newest view and choose again. */
export class Stale extends Refused {}

/** No server answered at the address, or none within the time that the caller gave. */
export class Unreachable extends FudakaiError {}

/** The address is none, or what answers there is no server of this protocol. */
export class WrongAddress extends FudakaiError {}

/**
 * The server closed the connection for a reason that coming back would not mend. `code` is the close code; see
 * PROTOCOL.md, "Close codes".
 */
export class Dropped extends FudakaiError {
  /**
   * @param {number} code
   * @param {string} words
   */
  constructor(code, words) {
    super(words);
    this.code = code;
  }
}

/**
 * What the server sent is not what PROTOCOL.md says: no message, a field missing or of the wrong type, an answer of the
 * wrong kind. The client has ended, since nothing that comes from there can be relied on.
 */
export class ProtocolError extends FudakaiError {}

/** The client was closed while somebody still waited for an answer or a view. */
export class Offline extends FudakaiError {}
