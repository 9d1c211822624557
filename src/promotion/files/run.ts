import { stat } from 'node:fs/promises';
import type { LayoutDefinition } from '../definitions/definition.js';
import type { StoredStepIssueDto } from '../definitions.dto.js';
import type { FailedResourceDto } from '../publish.dto.js';
import { DefinitionsApi, type GivenDefinitions } from './api.js';
import type { Arguments } from './arguments.js';
import { inBatches } from './batches.js';
import { type DefinitionFile, FolderError, readFolder, writeFolder } from './folder.js';
import { describeDiff } from './describe-diff.js';
import { describeIssues } from './describe-issues.js';

/** How the program ends. */
export const EXIT = { fine: 0, differs: 1, issues: 1, failed: 2 } as const;

/** Prints one line. */
type Say = (line: string) => void;

/** Does what the command line asks for; returns the exit code. Throws errors of the folder and of the API. */
export async function run(given: Arguments, say: Say): Promise<number> {
  const { command, dir, url, apiKey, environment, deletes, allowsIssues } = given;
  const api = await DefinitionsApi.connect(url, apiKey, environment);
  if (command === 'pull') return pull(api, dir, say);
  const files = await readExisting(dir);
  const request = await toRequest(api, files, deletes);
  return command === 'diff' ? diff(api, request, say) : push(api, request, allowsIssues, say);
}

async function pull(api: DefinitionsApi, dir: string, say: Say): Promise<number> {
  const { layouts, workflows, defaultLayoutId } = await api.export();
  const isDefault = (layout: LayoutDefinition) => layout.layoutId === defaultLayoutId;
  const marked = layouts.map((layout) => (isDefault(layout) ? { ...layout, isDefault: true as const } : layout));
  const changes = await writeFolder(dir, marked, workflows);
  for (const path of changes.written) say(`wrote ${path}`);
  for (const path of changes.removed) say(`removed ${path}`);
  say(`${changes.written.length} written, ${changes.removed.length} removed, ${changes.unchanged} unchanged`);
  return EXIT.fine;
}

async function diff(api: DefinitionsApi, request: GivenDefinitions, say: Say): Promise<number> {
  let differs = false;
  let failed = false;
  for (const batch of inBatches(request)) {
    const answer = await api.diff(batch);
    for (const resource of answer.resources) for (const line of describeDiff(resource)) say(line);
    for (const failure of answer.failed) say(describeFailure(failure));
    differs ||= answer.summary.hasChanges;
    failed ||= answer.failed.length > 0;
  }
  if (!differs && !failed) say('No changes');
  return failed ? EXIT.failed : differs ? EXIT.differs : EXIT.fine;
}

async function push(api: DefinitionsApi, request: GivenDefinitions, allowsIssues: boolean, say: Say): Promise<number> {
  const found: StoredStepIssueDto[] = [];
  let [successful, skipped, failed] = [0, 0, 0];
  for (const batch of inBatches(request)) {
    const { results, summary, issues } = await api.store(batch);
    found.push(...issues);
    for (const result of results) {
      for (const { kind, resourceId, action } of result.successful) say(`${action} ${kind} ${resourceId}`);
      for (const failure of result.failed) say(describeFailure(failure));
    }
    successful += summary.successful;
    skipped += summary.skipped;
    failed += summary.failed;
  }
  say(`${successful} changed, ${skipped} unchanged, ${failed} failed`);
  const errors = found.filter(({ severity }) => severity === 'error').length;
  for (const line of describeIssues(found)) say(line);
  if (errors > 0 && !allowsIssues) {
    say('Workflows with errors are stored, but not delivered as they are written; --allow-issues accepts that');
  }
  if (failed > 0) return EXIT.failed;
  return errors > 0 && !allowsIssues ? EXIT.issues : EXIT.fine;
}

function describeFailure({ kind, resourceId, error }: FailedResourceDto): string {
  return `failed ${kind} ${resourceId}: ${error}`;
}

/** A folder that is not there is more likely a slip of the pen than an empty environment. */
async function readExisting(dir: string): Promise<DefinitionFile[]> {
  const found = await stat(dir).catch(() => undefined);
  if (!found?.isDirectory()) throw new FolderError([`${dir} is no folder`]);
  return readFolder(dir);
}

async function toRequest(api: DefinitionsApi, files: DefinitionFile[], deletes: boolean): Promise<GivenDefinitions> {
  const layouts = files.filter(({ kind }) => kind === 'layout');
  const defaultLayoutId = layouts.find(({ content }) => content['isDefault'] === true)?.id;
  return {
    layouts: layouts.map(({ content: { isDefault: _mark, ...layout } }) => layout),
    workflows: files.flatMap(({ kind, content }) => (kind === 'workflow' ? [content] : [])),
    ...(defaultLayoutId !== undefined && { defaultLayoutId }),
    deleted: deletes ? await missing(api, files) : [],
  };
}

/** What the environment has and the folder lacks. */
async function missing(api: DefinitionsApi, files: readonly DefinitionFile[]): Promise<GivenDefinitions['deleted']> {
  const kept = new Set(files.map(({ kind, id }) => `${kind} ${id}`));
  const { layouts, workflows } = await api.export();
  return [
    ...workflows.map(({ workflowId }) => ({ resourceType: 'workflow', resourceId: workflowId })),
    ...layouts.map(({ layoutId }) => ({ resourceType: 'layout', resourceId: layoutId })),
  ].filter(({ resourceType, resourceId }) => !kept.has(`${resourceType} ${resourceId}`));
}
