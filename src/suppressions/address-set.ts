/** Parts of a set. Each is small, so that adding a key to it moves little. */
const PARTS = 1024;
/** Keys that a new part has room for, and by how much a full one grows. */
const FIRST_SIZE = 4;
const GROWTH = 1.25;

interface Part {
  keys: Float64Array;
  size: number;
}

/** A set of keys of addresses that takes about eight bytes for each, and in which no operation takes long. */
export class AddressSet {
  private readonly parts: (Part | undefined)[] = [];
  private count = 0;

  get size(): number {
    return this.count;
  }

  has(key: number): boolean {
    const part = this.parts[key % PARTS];
    if (!part) return false;
    const place = placeIn(part, key);
    return place < part.size && part.keys[place] === key;
  }

  add(key: number): void {
    const part = (this.parts[key % PARTS] ??= { keys: new Float64Array(FIRST_SIZE), size: 0 });
    const place = placeIn(part, key);
    if (place < part.size && part.keys[place] === key) return;
    if (part.size === part.keys.length) {
      const larger = new Float64Array(Math.ceil(part.size * GROWTH));
      larger.set(part.keys);
      part.keys = larger;
    }
    part.keys.copyWithin(place + 1, place, part.size);
    part.keys[place] = key;
    part.size += 1;
    this.count += 1;
  }
}

/** Where a key is, or would be, among the sorted keys of a part. */
function placeIn({ keys, size }: Part, key: number): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
