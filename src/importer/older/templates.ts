/** A template in Liquid, and what of the older one it does not do. */
export interface ConvertedTemplate {
  text: string;
  losses: string[];
}

/** Where names of a template are looked up. */
export interface TemplateScope {
  /** The step whose events `step.events` are: the last digest before; absent when there is none. */
  digestStepId?: string;
  /** Names that mean something by themselves, and what they are here. */
  names?: Readonly<Record<string, string>>;
}

/** The roots that templates here have, too; every other name is a member of the payload. */
const ROOTS = ['subscriber', 'actor', 'tenant'];

const COMPARISONS: Readonly<Record<string, string>> = {
  eq: '==',
  equals: '==',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

const FILTERS: Readonly<Record<string, string>> = {
  uppercase: 'upcase',
  lowercase: 'downcase',
  titlecase: 'capitalize',
};

/** Formats of dates: letters of the older helper by those of Liquid. */
const DATE_PARTS: Readonly<Record<string, string>> = {
  yyyy: '%Y',
  yy: '%y',
  MMMM: '%B',
  MMM: '%b',
  MM: '%m',
  M: '%-m',
  dd: '%d',
  d: '%-d',
  EEEE: '%A',
  EEE: '%a',
  HH: '%H',
  hh: '%I',
  h: '%-I',
  mm: '%M',
  ss: '%S',
  a: '%p',
};

const TAG = /\{\{\{?[~&]?\s*(!--[\s\S]*?--|[^{}]*?)\s*~?\}?\}\}/g;

/**
 * Turns a Handlebars template of the older API into Liquid: variables, conditions, loops and the helpers that have a
 * filter here. What has none prints its value, and is named among the losses.
 */
export function convertTemplate(template: string, scope: TemplateScope = {}): ConvertedTemplate {
  const conversion = new Conversion(scope);
  const text = template.replace(TAG, (_match, inside: string) => conversion.tag(inside));
  return { text, losses: [...new Set(conversion.losses), ...conversion.unclosed()] };
}

/** A block that is open, and what names mean in it. */
interface Block {
  helper: string;
  end: string;
  /** What names without a root are members of; absent where the block does not change it. */
  context?: string;
}

class Conversion {
  readonly losses: string[] = [];
  private readonly blocks: Block[] = [];

  constructor(private readonly scope: TemplateScope) {}

  tag(inside: string): string {
    if (inside === '' || inside.startsWith('!')) return '';
    if (inside.startsWith('#')) return this.open(inside.slice(1).trim());
    if (inside.startsWith('/')) return this.close(inside.slice(1).trim());
    if (inside === 'else' || inside === '^') return '{% else %}';
    const elseIf = /^else\s+if\s+(.*)$/.exec(inside);
    if (elseIf) return `{% elsif ${this.condition(elseIf[1]!)} %}`;
    if (inside.startsWith('>')) {
      this.losses.push(`the partial '${inside.slice(1).trim()}'`);
      return '';
    }
    return `{{ ${this.expression(wordsOf(inside))} }}`;
  }

  unclosed(): string[] {
    return this.blocks.map(({ helper }) => `the block '${helper}', which is not closed`);
  }

  private open(inside: string): string {
    const [helper = '', ...words] = wordsOf(inside);
    const [first = ''] = words;
    if (helper === 'if' || helper === 'unless') {
      this.blocks.push({ helper, end: `{% end${helper} %}` });
      return `{% ${helper} ${this.condition(words.join(' '))} %}`;
    }
    if (helper === 'each') {
      const name = words[1] === 'as' ? (words[2] ?? 'item').replaceAll('|', '') : `item${this.blocks.length || ''}`;
      const list = this.path(first);
      // Events of a digest have their payload as a member.
      const context = list.endsWith('.events') ? `${name}.payload` : name;
      this.blocks.push({ helper, end: '{% endfor %}', context });
      return `{% for ${name} in ${list} %}`;
    }
    if (helper === 'with') {
      const context = this.path(first);
      this.blocks.push({ helper, end: '{% endif %}', context });
      return `{% if ${truth(context)} %}`;
    }
    if (helper in COMPARISONS && words.length === 2) {
      this.blocks.push({ helper, end: '{% endif %}' });
      return `{% if ${this.comparison(helper, words)} %}`;
    }
    this.losses.push(`the block helper '${helper}', whose content is always shown`);
    this.blocks.push({ helper, end: '' });
    return '';
  }

  private close(helper: string): string {
    const block = this.blocks.pop();
    if (block?.helper === helper) return block.end;
    this.losses.push(`the block '${helper}', which is closed where it is not open`);
    if (block) this.blocks.push(block);
    return '';
  }

  private condition(text: string): string {
    const inner = /^\((.*)\)$/s.exec(text.trim());
    if (!inner) return truth(this.path(text.trim()));
    const [helper = '', ...words] = wordsOf(inner[1]!);
    if (helper in COMPARISONS && words.length === 2) return this.comparison(helper, words);
    if (helper === 'and') return words.map((word) => this.condition(word)).join(' and ');
    if (helper === 'or' && words.every((word) => !word.startsWith('('))) {
      this.losses.push("the helper 'or' in a condition: 0 and what is empty are true in it");
      return words.map((word) => this.path(word)).join(' or ');
    }
    this.losses.push(`the helper '${helper}' in a condition, which is true`);
    return 'true';
  }

  private comparison(helper: string, [left = '', right = '']: string[]): string {
    return `${this.path(left)} ${COMPARISONS[helper]} ${this.path(right)}`;
  }

  private expression([name = '', ...args]: string[]): string {
    if (args.length === 0) return this.path(name);
    const [first = '', ...others] = args;
    const value = this.path(first);
    if (name in FILTERS) {
      if (name === 'titlecase') this.losses.push("the helper 'titlecase': only the first letter becomes a capital");
      return `${value} | ${FILTERS[name]}`;
    }
    if (name === 'pluralize' && others.length === 2) {
      return `${value} | pluralize: ${others.map((one) => this.path(one)).join(', ')}, false`;
    }
    if (name === 'dateFormat' && others.length > 0) return `${value} | date: ${this.dateFormat(others[0]!)}`;
    this.losses.push(`the helper '${name}', in whose place its first value is printed`);
    return value;
  }

  private dateFormat(word: string): string {
    const format = word.slice(1, -1);
    const converted = format.replace(/[A-Za-z]+/g, (letters) => {
      const part = DATE_PARTS[letters];
      if (part === undefined) this.losses.push(`the part '${letters}' of the date format '${format}'`);
      return part ?? letters;
    });
    return `'${converted}'`;
  }

  /** A value: text in quotes, a number, or the path of a variable. */
  private path(word: string): string {
    if (/^(['"]).*\1$/s.test(word) || /^-?\d+(\.\d+)?$/.test(word) || ['true', 'false', 'null'].includes(word))
      return word;
    if (word.startsWith('(')) {
      const [helper = ''] = wordsOf(word.slice(1, -1));
      this.losses.push(`the helper '${helper}' inside another one, in whose place nothing is printed`);
      return "''";
    }
    if (word.startsWith('@')) return this.loopVariable(word.slice(1));
    const ups = /^(?:\.\.\/)*/.exec(word)![0].length / 3;
    const name = word
      .slice(ups * 3)
      .replaceAll('/', '.')
      .replaceAll(/\.\[([^\]]+)\]/g, '[$1]');
    const contexts = this.blocks.flatMap(({ context }) => (context === undefined ? [] : [context]));
    const context = contexts.at(-1 - ups);
    if (name === 'this' || name === '.') return context?.replace(/\.payload$/, '') ?? 'payload';
    const plain = name.replace(/^this\./, '');
    const [root = ''] = plain.split(/[.[]/);
    const own = this.scope.names?.[plain];
    if (own !== undefined) return own;
    if (root === 'step') return this.digestVariable(plain);
    if (root === 'branding' || root === 'i18n') this.losses.push(`the variable '${plain}', which is empty`);
    if (context === undefined || ups >= contexts.length) return ROOTS.includes(root) ? plain : `payload.${plain}`;
    return plain === name && ROOTS.includes(root) ? plain : `${context}.${plain}`;
  }

  private loopVariable(name: string): string {
    if (name === 'index') return 'forloop.index0';
    if (name === 'first' || name === 'last') return `forloop.${name}`;
    this.losses.push(`the variable '@${name}', which is empty`);
    return "''";
  }

  private digestVariable(name: string): string {
    const { digestStepId } = this.scope;
    if (digestStepId === undefined) {
      this.losses.push(`the variable '${name}', because there is no digest before it`);
      return "''";
    }
    const steps = `steps.${digestStepId}`;
    if (name === 'step.digest') return `${steps}.events`;
    if (name === 'step.total_count') return `${steps}.eventCount`;
    return name.replace(/^step\./, `${steps}.`);
  }
}

/** 0, empty texts and empty lists are false in Handlebars, and true in Liquid. */
function truth(path: string): string {
  return path === 'true' || path === 'false' ? path : `${path} and ${path} != 0 and ${path}.size != 0`;
}

/** Splits at white space, except in quotes and brackets. */
function wordsOf(text: string): string[] {
  return text.match(/\((?:[^()]|\([^()]*\))*\)|"[^"]*"|'[^']*'|\|[^|]*\||\S+/g) ?? [];
}
