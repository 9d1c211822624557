import { BsonType } from '../bson/bson-type.js';
import { elementsOf, fieldsOf, findField, type RawValue } from '../bson/raw-value.js';
import { CommandError } from '../errors.js';
import { compileRawExpression, type RawExpression, type Variables } from '../expressions/expression.js';
import { isOperatorObject } from '../query/parse-predicate.js';
import { ArrayNode, ObjectNode, encodeTree, type Node } from './update-tree.js';

/** A stage that maps each document to one document. */
export type DocumentTransform = (document: RawValue) => Buffer;

interface FieldTree {
  readonly expression?: RawExpression;
  readonly children?: readonly (readonly [string, FieldTree])[];
}

/** `$addFields` and `$set`: new fields are computed from the original document; other fields keep their bytes. */
export function addFields(stage: string, specification: RawValue, variables: Variables): DocumentTransform {
  if (!specification.isDocument) throw new CommandError(40272, `${stage} specification stage must be an object`);
  const assignments = fieldsOf(specification).map(([path, value]) =>
    nested(path.split('.'), fieldTree(value, variables)),
  );
  return (document) => {
    const root = ObjectNode.from(document);
    for (const [name, tree] of assignments) assign(root, name, tree, document);
    return encodeTree(root);
  };
}

function nested(parts: readonly string[], tree: FieldTree): readonly [string, FieldTree] {
  const [first = '', ...rest] = parts;
  if (first === '' || first.startsWith('$'))
    throw new CommandError(16410, `FieldPath field names may not start with '$' or be empty: '${first}'.`);
  return rest.length === 0 ? [first, tree] : [first, { children: [nested(rest, tree)] }];
}

function fieldTree(value: RawValue, variables: Variables): FieldTree {
  if (!value.isDocument || isOperatorObject(value) || fieldsOf(value).length === 0) {
    return { expression: compileRawExpression(value, variables) };
  }
  return { children: fieldsOf(value).map(([name, inner]) => nested(name.split('.'), fieldTree(inner, variables))) };
}

function assign(node: ObjectNode, name: string, tree: FieldTree, document: RawValue): void {
  if (tree.expression) {
    const value = tree.expression(document);
    if (value) node.set(name, value);
    else node.delete(name);
    return;
  }
  node.set(name, assignInside(node.get(name), tree, document));
}

function assignInside(current: Node | undefined, tree: FieldTree, document: RawValue): Node {
  if (current instanceof ArrayNode) {
    return new ArrayNode(current.items.map((_, i) => assignInside(current.get(i), tree, document)));
  }
  const object = current instanceof ObjectNode ? current : ObjectNode.empty();
  for (const [name, child] of tree.children ?? []) assign(object, name, child, document);
  return object;
}

/** `$unset` with one path or a list of them. */
export function unsetFields(specification: RawValue): DocumentTransform {
  const values = specification.isArray ? elementsOf(specification) : [specification];
  const paths = values.map((value) => {
    if (value.type !== BsonType.String)
      throw new CommandError(31002, '$unset specification must be a string or an array of strings');
    return value.text().split('.');
  });
  return (document) => {
    const root = ObjectNode.from(document);
    for (const path of paths) unset(root, path);
    return encodeTree(root);
  };
}

function unset(node: Node | undefined, [name = '', ...rest]: readonly string[]): void {
  if (node instanceof ArrayNode) {
    for (const i of node.items.keys()) unset(node.get(i), [name, ...rest]);
  } else if (node instanceof ObjectNode) {
    if (rest.length === 0) node.delete(name);
    else unset(node.get(name), rest);
  }
}

/** `$replaceRoot` and `$replaceWith`. */
export function replaceRoot(stage: string, specification: RawValue, variables: Variables): DocumentTransform {
  const newRoot = stage === '$replaceRoot' ? findField(specification, Buffer.from('newRoot')) : specification;
  if (!newRoot) throw new CommandError(40231, 'no newRoot specified for the $replaceRoot stage');
  const expression = compileRawExpression(newRoot, variables);
  return (document) => {
    const result = expression(document);
    if (result?.type !== BsonType.Object) {
      throw new CommandError(40228, `'newRoot' expression must evaluate to an object, but it did not`);
    }
    return Buffer.from(result.slice());
  };
}
