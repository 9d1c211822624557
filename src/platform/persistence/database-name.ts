const DEFAULT_DATABASE = 'carillon';
const CONNECTION_STRING = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/([^?]*))?(\?.*)?$/;

/** The database named in a MongoDB connection string, or `carillon` when it names none. */
export function databaseName(mongodbUri: string): string {
  const name = CONNECTION_STRING.exec(mongodbUri)?.[2];
  return name ? decodeURIComponent(name) : DEFAULT_DATABASE;
}

/** The same connection string with another database. */
export function inDatabase(mongodbUri: string, database: string): string {
  const [, servers, , options = ''] = CONNECTION_STRING.exec(mongodbUri) ?? [];
  return `${servers ?? mongodbUri}/${encodeURIComponent(database)}${options}`;
}
