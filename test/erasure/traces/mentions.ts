import { mongo } from 'mongoose';
import { attachmentFiles } from './attachment-files.js';
import type { TestApp } from '../../test-app.js';
import { ATTACHMENT_FILES } from './traces-of.js';

/**
 * Every document of the database, in whatever collection, in which one of these ids stands anywhere, `name: document`, and
 * every attachment: {@link ATTACHMENT_FILES}, a colon, and its path.
 */
export async function findMentions(
  test: Pick<TestApp, 'connection' | 'attachmentsDir'>,
  ids: readonly string[],
): Promise<string[]> {
  const database = test.connection.db!;
  const mentions: string[] = [];
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
    for await (const document of database.collection(name).find()) {
      const text = mongo.BSON.EJSON.stringify(document);
      if (ids.some((id) => text.includes(id))) mentions.push(`${name}: ${text}`);
    }
  }
  for (const [path, content] of await attachmentFiles(test)) {
    if (ids.some((id) => path.includes(id) || content.includes(id))) mentions.push(`${ATTACHMENT_FILES}: ${path}`);
  }
  return mentions;
}
