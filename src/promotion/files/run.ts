import { stat } from 'node:fs/promises';
import type { LayoutDefinition } from '../definition.js';
import type { StoredStepIssueDto } from '../diff.dto.js';
import type { FailedResourceDto } from '../publish.dto.js';
import { DefinitionsApi, type DefinitionsRequest, inBatches } from './api.js';
import { type DefinitionFile, FolderError, readFolder, writeFolder } from './folder.js';
import { type CheckedFinding, describeDiff, describeFindings, describeIssues } from './describe.js';
import { EXIT, type FilesTask } from './task.js';

/** Prints one line. */
type Print = (line: string) => void;

/** Pulls, compares, pushes or checks; returns the exit code. Throws {@link FolderError} and `ApiError`. */
export async function run(task: FilesTask, print: Print): Promise<number> {
  const { kind, dir, url, apiKey, environment, deletes, allowsIssues } = task;
  const api = await DefinitionsApi.connect(url, apiKey, environment);
  if (kind === 'pull') return pull(api, dir, print);
  const files = await readExisting(dir);
  if (kind === 'check') return check(api, files, print);
  const request = await toRequest(api, files, deletes);
  return kind === 'diff' ? diff(api, request, print) : push(api, request, allowsIssues, print);
}

async function pull(api: DefinitionsApi, dir: string, print: Print): Promise<number> {
  const { layouts, workflows, defaultLayoutId } = await api.export();
  const isDefault = (layout: LayoutDefinition) => layout.layoutId === defaultLayoutId;
  const marked = layouts.map((layout) => (isDefault(layout) ? { ...layout, isDefault: true as const } : layout));
  const changes = await writeFolder(dir, marked, workflows);
  for (const path of changes.written) print(`wrote ${path}`);
  for (const path of changes.removed) print(`removed ${path}`);
  print(`${changes.written.length} written, ${changes.removed.length} removed, ${changes.unchanged} unchanged`);
  return EXIT.fine;
}

async function diff(api: DefinitionsApi, request: DefinitionsRequest, print: Print): Promise<number> {
  let differs = false;
  let failed = false;
  for (const batch of inBatches(request)) {
    const response = await api.diff(batch);
    for (const resource of response.resources) for (const line of describeDiff(resource)) print(line);
    for (const failure of response.failed) print(describeFailure(failure));
    differs ||= response.summary.hasChanges;
    failed ||= response.failed.length > 0;
  }
  if (!differs && !failed) print('No changes');
  return failed ? EXIT.failed : differs ? EXIT.differs : EXIT.fine;
}

async function push(
  api: DefinitionsApi,
  request: DefinitionsRequest,
  allowsIssues: boolean,
  print: Print,
): Promise<number> {
  const found: StoredStepIssueDto[] = [];
  let [successful, skipped, failed] = [0, 0, 0];
  for (const batch of inBatches(request)) {
    const { results, summary, issues } = await api.store(batch);
    found.push(...issues);
    for (const result of results) {
      for (const { kind, resourceId, action } of result.successful) print(`${action} ${kind} ${resourceId}`);
      for (const failure of result.failed) print(describeFailure(failure));
    }
    successful += summary.successful;
    skipped += summary.skipped;
    failed += summary.failed;
  }
  print(`${successful} changed, ${skipped} unchanged, ${failed} failed`);
  const errors = found.filter(({ severity }) => severity === 'error').length;
  for (const line of describeIssues(found)) print(line);
  if (errors > 0 && !allowsIssues) {
    print('Workflows with errors are stored, but not delivered as they are written; --allow-issues accepts that');
  }
  if (failed > 0) return EXIT.failed;
  return errors > 0 && !allowsIssues ? EXIT.issues : EXIT.fine;
}

async function check(api: DefinitionsApi, files: readonly DefinitionFile[], print: Print): Promise<number> {
  const found: CheckedFinding[] = [];
  const workflows = files.filter(({ kind }) => kind === 'workflow');
  for (const { id, content } of workflows) {
    const { workflowId: _id, translations: _texts, ...draft } = content;
    const { findings } = await api.check(id, { active: false, preferences: {}, ...draft });
    found.push(...findings.map((one) => Object.assign(one, { workflowId: id })));
  }
  for (const line of describeFindings(found)) print(line);
  const errors = found.filter(({ severity }) => severity === 'error').length;
  print(`${workflows.length} checked, ${errors} errors, ${found.length - errors} warnings`);
  return errors > 0 ? EXIT.issues : EXIT.fine;
}

function describeFailure({ kind, resourceId, error }: FailedResourceDto): string {
  return `failed ${kind} ${resourceId}: ${error}`;
}

/** A folder that does not exist is more likely a typo than an empty environment. */
async function readExisting(dir: string): Promise<DefinitionFile[]> {
  const found = await stat(dir).catch(() => undefined);
  if (!found?.isDirectory()) throw new FolderError([`${dir} is not a folder`]);
  return readFolder(dir);
}

async function toRequest(api: DefinitionsApi, files: DefinitionFile[], deletes: boolean): Promise<DefinitionsRequest> {
  const layouts = files.filter(({ kind }) => kind === 'layout');
  const defaultLayoutId = layouts.find(({ content }) => content['isDefault'] === true)?.id;
  return {
    layouts: layouts.map(({ content: { isDefault: _mark, ...layout } }) => layout),
    workflows: files.flatMap(({ kind, content }) => (kind === 'workflow' ? [content] : [])),
    ...(defaultLayoutId !== undefined && { defaultLayoutId }),
    deleted: deletes ? await missing(api, files) : [],
  };
}

/** Resources of the environment that the folder lacks. */
async function missing(api: DefinitionsApi, files: readonly DefinitionFile[]): Promise<DefinitionsRequest['deleted']> {
  const kept = new Set(files.map(({ kind, id }) => `${kind} ${id}`));
  const { layouts, workflows } = await api.export();
  return [
    ...workflows.map(({ workflowId }) => ({ resourceType: 'workflow', resourceId: workflowId })),
    ...layouts.map(({ layoutId }) => ({ resourceType: 'layout', resourceId: layoutId })),
  ].filter(({ resourceType, resourceId }) => !kept.has(`${resourceType} ${resourceId}`));
}
