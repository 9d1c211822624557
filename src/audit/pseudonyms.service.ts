import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { KeyRing } from '../platform/crypto/secret-box.js';

const PURPOSE = 'carillon/audit-pseudonyms/v1';
const LENGTH = 24;

/**
 * Stands for ids of subscribers in entries, which outlive them. A caller who knows an id finds its entries, and after
 * the erasure of a person nothing leads back to them.
 */
@Injectable()
export class Pseudonyms {
  private readonly current: Uint8Array;
  private readonly all: Uint8Array[];

  constructor(keys: KeyRing) {
    this.current = keys.derive(PURPOSE);
    this.all = keys.deriveAll(PURPOSE);
  }

  of(id: string): string {
    return pseudonym(this.current, id);
  }

  /** Everything that an entry may call an id, also one from before a change of `SECRET_KEY`. */
  namesOf(id: string): string[] {
    return [id, ...this.all.map((key) => pseudonym(key, id))];
  }
}

function pseudonym(key: Uint8Array, id: string): string {
  return `hidden:${createHmac('sha256', key).update(id).digest('hex').slice(0, LENGTH)}`;
}
