import { Injectable } from '@nestjs/common';
import { isISO8601 } from 'class-validator';
import { CsvError, type CsvRow, csvRow, fromSheet, readCsv } from '#libs/csv/csv.js';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import { Clock } from '../platform/clock.js';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { Pace } from '../platform/scheduling/pace.js';
import { addressProblem, isSuppressible, SUPPRESSIBLE_CHANNELS } from './suppression-rules.js';
import {
  type ImportedSuppressionsDto,
  type ImportErrorDto,
  MAX_ADDRESS_LENGTH,
  MAX_REASON_LENGTH,
  REASON,
} from './suppressions.dto.js';
import { type NewSuppression, type SuppressionFilter, SuppressionsService } from './suppressions.service.js';

/** Columns of a file that is imported; those of an export are more. */
const COLUMNS = ['channel', 'address', 'reason', 'expiresAt'] as const;
const EXPORTED = [...COLUMNS, 'source', 'createdAt'];

type Column = (typeof COLUMNS)[number];

/** Rows that are stored together, and errors that are named. */
const PORTION = 5000;
const MAX_ERRORS = 100;

/** The list of suppressed addresses as CSV (behaviour CS28). */
@Injectable()
export class SuppressionFilesService {
  constructor(
    private readonly suppressions: SuppressionsService,
    private readonly clock: Clock,
  ) {}

  /** Adds the rows of a file; those that cannot be used are left out and named. Throws 422 for a text that is not such a file. */
  async import(environment: EnvironmentRef, text: string): Promise<ImportedSuppressionsDto> {
    const pace = new Pace();
    const errors: ImportErrorDto[] = [];
    let [created, stored, failed, rows] = [0, 0, 0, new Array<NewSuppression>()];
    const leaveOut = (line: number, message: string): void => {
      failed += 1;
      if (failed <= MAX_ERRORS) errors.push({ line, message });
    };
    const store = async (): Promise<void> => {
      created += await this.suppressions.add(environment, rows);
      stored += rows.length;
      rows = [];
    };
    let columns: Map<Column, number> | undefined;
    try {
      for (const row of readCsv(text)) {
        if (!columns) {
          columns = columnsOf(row);
          continue;
        }
        const read = entryOf(row, columns, this.clock.now());
        if (typeof read === 'string') leaveOut(row.line, read);
        else rows.push(read);
        if (rows.length === PORTION) await store();
        await pace.after(row.fields.join().length);
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      // What comes after it cannot be told apart.
      if (columns) leaveOut(error.line, error.message);
    }
    if (!columns) throw ValidationException.of('file', HEADER);
    await store();
    return { created, updated: stored - created, failed, errors };
  }

  /** The entries that match the filter, oldest first, in a form that can be imported. */
  async *export(environment: InEnvironment, filter: SuppressionFilter): AsyncGenerator<string> {
    yield csvRow(EXPORTED);
    for await (const entry of this.suppressions.all(environment, filter)) {
      const { channel, address, shown = address, reason, expiresAt, source, createdAt } = entry;
      const fields = [channel, shown, reason, expiresAt?.toISOString() ?? '', source.type, createdAt.toISOString()];
      yield csvRow(fields);
    }
  }
}

/** Spreadsheets save text with tabs in UTF-16. */
const ENCODING = "The file must be in UTF-8: spreadsheets call that 'CSV UTF-8'";
const HEADER = 'The first line must name the columns: channel, address, and if you like reason and expiresAt';

/** The places of the columns. Throws 422 when one is missing that every file has. */
function columnsOf({ fields }: CsvRow): Map<Column, number> {
  if (fields.some((field) => field.includes('\0'))) throw ValidationException.of('file', ENCODING);
  const names = fields.map((field) => field.trim().toLowerCase());
  const columns = new Map(COLUMNS.map((column) => [column, names.indexOf(column.toLowerCase())]));
  if (columns.get('channel') === -1 || columns.get('address') === -1) throw ValidationException.of('file', HEADER);
  return columns;
}

/** The entry of a row, or what is wrong with it. */
function entryOf({ fields }: CsvRow, columns: Map<Column, number>, now: Date): NewSuppression | string {
  const [channel, address, reason, until] = COLUMNS.map((column) =>
    fromSheet((fields[columns.get(column)!] ?? '').trim()),
  ) as [string, string, string, string];
  if (!isSuppressible(channel)) return `channel must be one of ${SUPPRESSIBLE_CHANNELS.join(', ')}`;
  if (address.length > MAX_ADDRESS_LENGTH) return `address must not have more than ${MAX_ADDRESS_LENGTH} characters`;
  const problem = addressProblem(channel, address);
  if (problem !== undefined) return `address ${problem}`;
  if (reason.length > MAX_REASON_LENGTH) return `reason must not have more than ${MAX_REASON_LENGTH} characters`;
  if (reason !== '' && !REASON.test(reason)) return 'reason must be a text without control characters';
  const expiresAt = until === '' ? undefined : readExpiry(until, now);
  if (typeof expiresAt === 'string') return `expiresAt ${expiresAt}`;
  const source = { type: 'import' } as const;
  return { channel, address, reason: reason || 'manual', source, ...(expiresAt && { expiresAt }) };
}

/** The moment at which an entry expires, or what is wrong with it. */
export function readExpiry(text: string, now: Date): Date | string {
  const at = new Date(text);
  // Weeks are in the standard, and no `Date`.
  const isTime = isISO8601(text, { strict: true }) && !Number.isNaN(at.getTime());
  if (!isTime) return 'must be a time in ISO 8601, such as 2027-01-31T00:00:00Z';
  return at > now ? at : 'must not lie in the past';
}
