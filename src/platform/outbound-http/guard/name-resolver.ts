import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';

/** Finds the addresses of a name, as the operating system does. */
@Injectable()
export class NameResolver {
  readonly lookup: LookupFunction = lookup;
}
