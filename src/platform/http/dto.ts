import { Types } from 'mongoose';

/** The fields of a response while its mapper has ids and dates, where the response has text. */
type Unwritten<Dto> = {
  [Name in keyof Dto]: Dto[Name] | (string extends Dto[Name] ? Types.ObjectId | Date : never);
};

/** Makes a response of its fields: ids become hexadecimal, and dates ISO 8601 in UTC. Nested objects are left as they are. */
export function dto<Dto extends object>(fields: Unwritten<Dto>): Dto {
  const written = fields as Record<string, unknown>;
  for (const name in written) {
    const value = written[name];
    if (value instanceof Types.ObjectId) written[name] = value.toHexString();
    else if (value instanceof Date) written[name] = value.toISOString();
  }
  return written as Dto;
}
