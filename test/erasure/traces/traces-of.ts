import { mongo } from 'mongoose';
import { attachmentFiles } from './attachment-files.js';
import type { TestApp } from '../../test-app.js';

/** What stands for the folder of attachments among the names of collections. */
export const ATTACHMENT_FILES = 'files of attachments';

/**
 * The collections in which any document has the text somewhere, an id included, and {@link ATTACHMENT_FILES} when one of
 * these has it in its path or content; looks at all there is but the audit trail, which outlives what it is about.
 */
export async function tracesOf(test: Pick<TestApp, 'connection' | 'attachmentsDir'>, text: string): Promise<string[]> {
  const database = test.connection.db!;
  const collections = await database.listCollections({}, { nameOnly: true }).toArray();
  const traces: string[] = [];
  for (const { name } of collections) {
    if (name === 'audit_entries') continue;
    for await (const document of database.collection(name).find()) {
      if (!mongo.BSON.EJSON.stringify(document).includes(text)) continue;
      traces.push(name);
      break;
    }
  }
  const files = await attachmentFiles(test);
  if ([...files].some((pathAndContent) => pathAndContent.join('\n').includes(text))) traces.push(ATTACHMENT_FILES);
  return traces.toSorted();
}
