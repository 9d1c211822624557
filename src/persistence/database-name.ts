const DEFAULT_DATABASE = 'carillon';

/** The database named in a MongoDB connection string, or `carillon` when it names none. */
export function databaseName(mongodbUri: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^/?]+)/.exec(mongodbUri)?.[1];
  return name === undefined ? DEFAULT_DATABASE : decodeURIComponent(name);
}
