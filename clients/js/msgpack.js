/**
 * As much of MessagePack as the protocol uses: null, booleans, numbers, strings, lists, and maps with string keys.
 * Source: the MessagePack specification; PROTOCOL.md, "Encodings".
 * @module
 */

/** Up to here every integer is exact in a number of JavaScript; beyond, a number is written as a float. */
const EXACT = 2 ** 53;

/** Levels that are read. A server needs about ten; the stack bears thousands. */
const DEEPEST = 64;

/**
 * The bytes of a value. Fields that are undefined are left out, as in JSON. Throws TypeError for what cannot travel:
 * NaN, infinities, functions, bigints.
 * @param {unknown} value
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function pack(value) {
  const writer = new Writer();
  writer.value(value);
  return writer.bytes();
}

/**
 * The value in these bytes: exactly one. Throws RangeError or TypeError for anything else. An integer beyond 2^53 comes
 * out as the nearest number, the same as from JSON.
 * @param {Uint8Array} bytes
 * @returns {unknown}
 */
export function unpack(bytes) {
  const reader = new Reader(bytes);
  const value = reader.value(0);
  if (reader.at !== bytes.length) throw new RangeError(`${bytes.length - reader.at} bytes are left over`);
  return value;
}

const utf8 = new TextEncoder();
const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes that grow. */
class Writer {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  bytes() {
    return this.#bytes.slice(0, this.#length);
  }

  /** @param {unknown} value */
  value(value) {
    if (value === null || value === undefined) this.#head(0xc0);
    else if (typeof value === "boolean") this.#head(value ? 0xc3 : 0xc2);
    else if (typeof value === "number") this.#number(value);
    else if (typeof value === "string") this.#string(value);
    else if (Array.isArray(value)) this.#list(value);
    else if (typeof value === "object") this.#map(value);
    else throw new TypeError(`a ${typeof value} cannot be sent`);
  }

  /**
   * Room for so many more bytes; where they begin.
   * @param {number} count
   */
  #room(count) {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, 2 * this.#bytes.length));
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return start;
  }

  /**
   * A type byte, and a number behind it of so many bytes (0: none).
   * @param {number} type
   * @param {number} [size]
   * @param {number} [number]
   */
  #head(type, size = 0, number = 0) {
    const start = this.#room(1 + size);
    this.#bytes[start] = type;
    if (size === 1) this.#view.setUint8(start + 1, number);
    else if (size === 2) this.#view.setUint16(start + 1, number);
    else if (size === 4) this.#view.setUint32(start + 1, number);
  }

  /** @param {number} value */
  #number(value) {
    if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be sent`);
    if (!Number.isInteger(value) || Math.abs(value) > EXACT) {
      const start = this.#room(9);
      this.#bytes[start] = 0xcb;
      this.#view.setFloat64(start + 1, value);
    } else if (value >= -32 && value < 128) this.#head(value & 0xff);
    else if (value >= 0 && value < 2 ** 32) {
      this.#head(value < 2 ** 8 ? 0xcc : value < 2 ** 16 ? 0xcd : 0xce, sizeOf(value), value);
    } else {
      const start = this.#room(9);
      this.#bytes[start] = 0xd3;
      this.#view.setBigInt64(start + 1, BigInt(value));
    }
  }

  /** @param {string} value */
  #string(value) {
    const bytes = utf8.encode(value);
    if (bytes.length < 32) this.#head(0xa0 | bytes.length);
    else this.#head({ 1: 0xd9, 2: 0xda, 4: 0xdb }[sizeOf(bytes.length)], sizeOf(bytes.length), bytes.length);
    const start = this.#room(bytes.length); // first, since it may put other bytes in the place of these
    this.#bytes.set(bytes, start);
  }

  /** @param {unknown[]} value */
  #list(value) {
    this.#many(0x90, 0xdc, value.length);
    for (const item of value) this.value(item);
  }

  /** @param {object} value */
  #map(value) {
    const fields = Object.entries(value).filter(([, item]) => item !== undefined);
    this.#many(0x80, 0xde, fields.length);
    for (const [name, item] of fields) {
      this.#string(name);
      this.value(item);
    }
  }

  /**
   * The head of a list or map.
   * @param {number} short type byte of one with less than 16 items
   * @param {number} long type byte of one with a length of two bytes; of four bytes it is the next
   * @param {number} count
   */
  #many(short, long, count) {
    if (count < 16) this.#head(short | count);
    else if (count < 2 ** 16) this.#head(long, 2, count);
    else this.#head(long + 1, 4, count);
  }
}

/**
 * Bytes that a number below 2^32 needs.
 * @param {number} value
 * @returns {1 | 2 | 4}
 */
function sizeOf(value) {
  return value < 2 ** 8 ? 1 : value < 2 ** 16 ? 2 : 4;
}

/** Reads values one after the other. */
class Reader {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.at = 0;
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /**
   * @param {number} depth
   * @returns {unknown}
   */
  value(depth) {
    if (depth > DEEPEST) throw new RangeError(`nested deeper than ${DEEPEST}`);
    const type = this.view.getUint8(this.#take(1));
    if (type < 0x80) return type;
    if (type < 0x90) return this.#map(type & 0x0f, depth);
    if (type < 0xa0) return this.#list(type & 0x0f, depth);
    if (type < 0xc0) return this.#string(type & 0x1f);
    if (type >= 0xe0) return type - 0x100;
    switch (type) {
      case 0xc0:
        return null;
      case 0xc2:
        return false;
      case 0xc3:
        return true;
      case 0xca:
        return this.view.getFloat32(this.#take(4));
      case 0xcb:
        return this.view.getFloat64(this.#take(8));
      case 0xcc:
        return this.view.getUint8(this.#take(1));
      case 0xcd:
        return this.view.getUint16(this.#take(2));
      case 0xce:
        return this.view.getUint32(this.#take(4));
      case 0xcf:
        return Number(this.view.getBigUint64(this.#take(8)));
      case 0xd0:
        return this.view.getInt8(this.#take(1));
      case 0xd1:
        return this.view.getInt16(this.#take(2));
      case 0xd2:
        return this.view.getInt32(this.#take(4));
      case 0xd3:
        return Number(this.view.getBigInt64(this.#take(8)));
      case 0xd9:
        return this.#string(this.view.getUint8(this.#take(1)));
      case 0xda:
        return this.#string(this.view.getUint16(this.#take(2)));
      case 0xdb:
        return this.#string(this.view.getUint32(this.#take(4)));
      case 0xdc:
        return this.#list(this.view.getUint16(this.#take(2)), depth);
      case 0xdd:
        return this.#list(this.view.getUint32(this.#take(4)), depth);
      case 0xde:
        return this.#map(this.view.getUint16(this.#take(2)), depth);
      case 0xdf:
        return this.#map(this.view.getUint32(this.#take(4)), depth);
      default:
        throw new TypeError(`the type 0x${type.toString(16)} is none of the protocol's`);
    }
  }

  /**
   * Where the next so many bytes begin.
   * @param {number} count
   */
  #take(count) {
    const start = this.at;
    if (start + count > this.bytes.length) throw new RangeError("the bytes end too early");
    this.at += count;
    return start;
  }

  /** @param {number} length */
  #string(length) {
    const start = this.#take(length);
    return text.decode(this.bytes.subarray(start, start + length));
  }

  /**
   * @param {number} count
   * @param {number} depth
   */
  #list(count, depth) {
    const list = [];
    for (let left = count; left > 0; left--) list.push(this.value(depth + 1));
    return list;
  }

  /**
   * @param {number} count
   * @param {number} depth
   */
  #map(count, depth) {
    /** @type {[string, unknown][]} */
    const fields = [];
    for (let left = count; left > 0; left--) {
      const name = this.value(depth + 1);
      if (typeof name !== "string") throw new TypeError("a key that is no string");
      fields.push([name, this.value(depth + 1)]);
    }
    return Object.fromEntries(fields); // which makes a plain field of "__proto__", too
  }
}
