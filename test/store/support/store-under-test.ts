import { randomBytes } from 'node:crypto';

import { EmbeddedMongo } from '#libs/embedded-mongo/server.js';
import { temporaryFolder } from './temporary-folder.js';

/** The server the specs talk to: an embedded store of their own, or the one `STORE_URI` names. */
export interface StoreUnderTest {
  /** Connection string for the driver. */
  readonly uri: string;
  /** Ends an embedded store and removes its data; a server given by `STORE_URI` stays as it is. */
  close(): Promise<void>;
}

/** True when the specs run against a server of somebody else, whose data folder and process are out of reach. */
export const isForeignServer = process.env.STORE_URI !== undefined;

/** `describe` for behaviours that need the embedded store itself: its folder, its lock, its process. */
export const describeEmbedded = isForeignServer ? describe.skip : describe;

/** Opens the server under test. */
export async function openStore(): Promise<StoreUnderTest> {
  if (process.env.STORE_URI !== undefined) {
    return { uri: process.env.STORE_URI, close: async () => {} };
  }
  const folder = await temporaryFolder('store');

  const server = await EmbeddedMongo.open({ dataDir: folder.path });
  return {
    uri: server.uri,
    close: async () => {
      await server.close();
      await folder.remove();
    },
  };
}

/** A database name that no other spec and no earlier run uses, so that specs can share one server. */
export function uniqueDatabaseName(subject: string): string {
  return `${subject}_${randomBytes(6).toString('hex')}`;
}
