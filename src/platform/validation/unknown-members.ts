import 'reflect-metadata';
import { getMetadataStorage } from 'class-validator';
import { MISNAMED, ValidationException } from '../errors/validation.exception.js';
import { didYouMean } from '../values/nearest.js';

const REFUSES_UNKNOWN = Symbol('carillon:refuses-unknown');
const WITHOUT_EFFECT = Symbol('carillon:without-effect');
const SHAPE = Symbol('carillon:shape');

/** The members that objects in a request may have, each with those of the objects in it; null where these may have any. */
export interface Shape {
  readonly [member: string]: Shape | null;
}

interface Declared {
  shape: Shape | ShapeOf;
  meant?: (name: string) => string | undefined;
}

type ShapeOf = (object: Record<string, unknown>) => Shape;

/** Further warnings would not help the caller. */
const MAX_WARNINGS = 10;
const MAX_NAME_LENGTH = 100;
/** Of objects with more members only the nearest is named. */
const MAX_LISTED = 25;

/**
 * A member of the request, or of an object in it, that the class does not have is 422: without it the request means
 * something else. Otherwise it is ignored, and the response has a warning (behaviour WR1, WR2).
 */
export function RefusesUnknown(): ClassDecorator {
  return (target) => Reflect.defineMetadata(REFUSES_UNKNOWN, true, target);
}

/** Whether the class has {@link RefusesUnknown}. */
export function refusesUnknown(dto: object): boolean {
  return Reflect.getMetadata(REFUSES_UNKNOWN, dto) === true;
}

/** Members that official clients also send. They have no effect here, and the warning says just that. */
export function WithoutEffect(...names: string[]): ClassDecorator {
  return (target) => Reflect.defineMetadata(WITHOUT_EFFECT, names, target);
}

/**
 * The shape of the object under the property, or of each object in the list there: the service reads it by itself. `meant`
 * says which member a caller means with a name that is not in it.
 */
export function HasShape(shape: Shape | ShapeOf, meant?: (name: string) => string | undefined): PropertyDecorator {
  return (prototype, property) => Reflect.defineMetadata(SHAPE, { shape, meant }, prototype, property);
}

/** The members of a class, with any values. */
export function shapeOf(dto: new () => object): Shape {
  return Object.fromEntries(membersOf(dto).map((name) => [name, null]));
}

/**
 * Returns a sentence for each member of a request that was ignored: `read` is the instance of its class that validation
 * has left. Throws a 422 when one of them is in an object that refuses unknown members; with `refuses` all objects do.
 */
export function ignoredMembers(sent: object, read: object, refuses = false): string[] {
  const found: string[] = [];
  visit(sent, read, { path: '', refuses, found });
  return found;
}

interface Place {
  path: string;
  refuses: boolean;
  found: string[];
}

function visit(sent: unknown, read: unknown, place: Place): void {
  if (!isNested(sent) || sent === read || !isNested(read)) return;
  if (Array.isArray(sent)) {
    sent.forEach((entry, index) => visit(entry, (read as unknown[])[index], inside(place, index)));
    return;
  }
  const dto = (Object.getPrototypeOf(read) as object).constructor;
  // The value of an undeclared class is free-form: it was copied as it is.
  if (dto === Object) return;
  const here = { ...place, refuses: place.refuses || refusesUnknown(dto) };
  const known = membersOf(dto);
  for (const [name, value] of Object.entries(sent)) {
    if (!known.includes(name)) {
      if (isIdle(dto, name)) note(place.found, `${inside(here, name).path} has no effect here`);
      else report(inside(here, name), name, known, misnamed(read, known, name));
    } else if (isNested(value)) {
      const declared = Reflect.getMetadata(SHAPE, read, name) as Declared | undefined;
      if (declared) compare(value, declared, inside(here, name));
      else visit(value, (read as Record<string, unknown>)[name], inside(here, name));
    }
  }
}

function compare(sent: object, declared: Declared, place: Place): void {
  if (Array.isArray(sent)) {
    sent.forEach((entry: unknown, index) => isNested(entry) && compare(entry, declared, inside(place, index)));
    return;
  }
  const { shape, meant } = declared;
  const members = typeof shape === 'function' ? shape(sent as Record<string, unknown>) : shape;
  for (const [name, value] of Object.entries(sent)) {
    const nested = Object.hasOwn(members, name) ? members[name] : undefined;
    if (nested === undefined) report(inside(place, name), name, Object.keys(members), meant?.(name));
    else if (nested !== null && isNested(value)) compare(value, { shape: nested }, inside(place, name));
  }
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function inside(place: Place, name: string | number): Place {
  const text = String(name).slice(0, MAX_NAME_LENGTH);
  return { ...place, path: place.path === '' ? text : `${place.path}.${text}` };
}

function report({ path, refuses, found }: Place, name: string, known: readonly string[], meant?: string): void {
  const suggestion = meant === undefined ? didYouMean(name, known) : ` Did you mean '${meant}'?`;
  const fields =
    known.length > MAX_LISTED ? `there are ${known.length} fields` : `the fields here are ${known.join(', ')}`;
  const advice = `${fields}.${suggestion}`;
  if (refuses) throw ValidationException.of(path, `${path} is unknown: ${advice}`);
  note(found, `${path} was ignored: ${advice}`);
}

function isIdle(dto: object, name: string): boolean {
  return (Reflect.getMetadata(WITHOUT_EFFECT, dto) as string[] | undefined)?.includes(name) === true;
}

/** The property that callers often send under this name. */
function misnamed(dto: object, known: readonly string[], name: string): string | undefined {
  return known.find((one) => (Reflect.getMetadata(MISNAMED, dto, one) as string[] | undefined)?.includes(name));
}

function note(found: string[], warning: string): void {
  if (found.length < MAX_WARNINGS) found.push(warning);
}

const members = new WeakMap<object, string[]>();

/** The names of the properties that have rules; validation removes all others. */
function membersOf(dto: object): string[] {
  let names = members.get(dto);
  if (!names) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto as never, '', false, false);
    names = [...new Set(rules.map(({ propertyName }) => propertyName))];
    members.set(dto, names);
  }
  return names;
}
