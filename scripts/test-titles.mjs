/** Reads the names of tests out of a test file, without running it. */
import ts from 'typescript';

const TESTS = ['it', 'test'];
const NOT_RUN = ['skip', 'todo', 'failing'];
/** A name may be built of constants that are built of others; deeper than this nobody can follow it either. */
const MAX_DEPTH = 5;

/**
 * The names of all tests that are run, and of the groups they stand in. Names from tables (`it.each`), loops and constants
 * of the same file are included. Every text of a table is returned, because it may become the name.
 *
 * @param {string} source TypeScript
 * @returns {string[]}
 */
export function testTitles(source) {
  const file = ts.createSourceFile('spec.ts', source, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(file);
  const titles = new Set();
  const visit = (node, groups) => {
    const call = ts.isCallExpression(node) ? testCall(node) : undefined;
    if (call && !call.run) return;
    const own = call ? titlesOf(call, constants) : [];
    if (call && TESTS.includes(call.name)) for (const title of [...groups, ...own]) titles.add(title);
    ts.forEachChild(node, (child) => visit(child, call?.name === 'describe' ? [...groups, ...own] : groups));
  };
  visit(file, []);
  return [...titles];
}

/** What a call like `it.each(table)('title', …)` says; undefined when it is not a call of a test function. */
function testCall(node) {
  const names = [];
  let table;
  let callee = node.expression;
  for (;;) {
    if (ts.isPropertyAccessExpression(callee)) {
      names.push(callee.name.text);
      callee = callee.expression;
    } else if (ts.isCallExpression(callee)) {
      table = callee.arguments[0];
      callee = callee.expression;
    } else break;
  }
  if (!ts.isIdentifier(callee) || ![...TESTS, 'describe'].includes(callee.text)) return undefined;
  // The table itself, `it.each(table)`, is the callee of the call that has the title.
  if (names[0] === 'each' && ts.isPropertyAccessExpression(node.expression)) return undefined;
  return { name: callee.text, run: !names.some((name) => NOT_RUN.includes(name)), title: node.arguments[0], table };
}

function titlesOf({ title, table }, constants) {
  if (!title) return [];
  const texts = textsOf(title, constants, 0);
  const fromTable = table && texts.some((text) => /^(%[spjo]|\$\w)/.test(text));
  return fromTable ? [...texts, ...textsOf(table, constants, 0)] : texts;
}

/** All texts an expression may be or hold. */
function textsOf(node, constants, depth) {
  if (depth > MAX_DEPTH) return [];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const beginnings = node.head.text === '' ? textsOf(node.templateSpans[0].expression, constants, depth + 1) : [];
    return [node.head.text, ...beginnings.map((text) => text + node.templateSpans[0].literal.text)];
  }
  if (ts.isIdentifier(node)) {
    return (constants.get(node.text) ?? []).flatMap((value) => textsOf(value, constants, depth + 1));
  }
  if (ts.isPropertyAccessExpression(node)) return textsOf(node.expression, constants, depth);
  if (ts.isFunctionLike(node)) return [];
  const texts = [];
  ts.forEachChild(node, (child) => {
    texts.push(...textsOf(child, constants, depth));
  });
  return texts;
}

/** The values of the constants of a file, and what the variables of its loops go through, by name. */
function constantsOf(file) {
  const constants = new Map();
  const visit = (node) => {
    if (ts.isVariableDeclaration(node)) {
      const loop = node.parent.parent;
      const value = node.initializer ?? (ts.isForOfStatement(loop) ? loop.expression : undefined);
      if (value) for (const name of namesOf(node.name)) constants.set(name, [...(constants.get(name) ?? []), value]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return constants;
}

function namesOf(name) {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesOf(element.name) : []));
}
