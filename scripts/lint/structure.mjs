// Lint rules for the layout of a file, loaded by .oxlintrc.json: function declarations at the top level, exported ones
// first, a docstring on everything that other files can call, and the act as the first parameter of a server verb.

/**
 * The statements of a file without their `export`. @returns {{ node: object, isExported: boolean, outer: object }[]}
 */
function topLevel(program) {
  return program.body.map((outer) => {
    const isExported = outer.type === 'ExportNamedDeclaration' || outer.type === 'ExportDefaultDeclaration';
    return { node: (isExported && outer.declaration) || outer, isExported, outer };
  });
}

const FUNCTION_EXPRESSIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

/** `const f: Handler = …` is allowed: the type declares the parameters, which a function declaration cannot use. */
const functionDeclarations = {
  create(context) {
    return {
      Program(program) {
        for (const { node } of topLevel(program)) {
          if (node.type !== 'VariableDeclaration' || node.kind !== 'const') continue;
          for (const { id, init } of node.declarations)
            if (FUNCTION_EXPRESSIONS.has(init?.type) && !id.typeAnnotation)
              context.report({ node: id, message: `Declare it with \`function ${id.name}(…)\`.` });
        }
      },
    };
  },
};

const exportedFirst = {
  create(context) {
    return {
      Program(program) {
        const functions = topLevel(program).filter(({ node }) => node.type === 'FunctionDeclaration');
        const firstHelper = functions.findIndex(({ isExported }) => !isExported);
        if (firstHelper === -1) return;
        for (const { node, isExported } of functions.slice(firstHelper))
          if (isExported && node.id)
            context.report({ node: node.id, message: 'Exported functions come before the helpers of their file.' });
      },
    };
  },
};

const docstring = {
  create(context) {
    return {
      Program(program) {
        for (const { node, isExported, outer } of topLevel(program)) {
          if (!isExported || !isFunction(node) || isOverload(node, program)) continue;
          const comment = context.sourceCode.getCommentsBefore(outer).at(-1);
          const report = (message) => context.report({ node: node.id ?? node, message });
          if (comment?.type !== 'Block' || !comment.value.startsWith('*'))
            report('An exported function needs a docstring (/** … */).');
          else if (hasThrow(node) && !NAMES_ERRORS.test(comment.value))
            report('The docstring names the errors that the function throws (@throws).');
          else if (locksRows(node) && !NAMES_LOCKS.test(comment.value))
            report('The docstring names the rows that the function locks.');
          else if (unitlessParameters(node).length > 0 && !NAMES_UNITS.test(comment.value))
            report(`The docstring names the unit of ${unitlessParameters(node).join(', ')}.`);
        }
      },
    };
  },
};

const NAMES_ERRORS = /@throws|\b(?:throws?|refus\w+|reject\w*|raises?|fails?|ends with)\b/i;
const NAMES_LOCKS = /\block(?:s|ed|ing)?\b|\bserializ/i;
const NAMES_UNITS =
  /\b(?:ms|milliseconds?|seconds?|minutes?|hours?|days?|bytes?|[kM]B|pixels?|mm|cm|kg|g|m²?|percent|characters|points|bits|rows)\b/i;
/** Names of numbers whose unit cannot be guessed. */
const MEASURED = /^(?:\w+[a-z])?(?:[Tt]imeout|[Dd]elay|[Dd]uration|[Ss]ize|[Ww]eight|[Dd]iameter|[Tt]hickness)$/;

/** Whether the function throws, apart from functions inside of it. */
function hasThrow(node) {
  return someNode(node.body, (one) => one.type === 'ThrowStatement');
}

const LOCKING_CALLS = ['forUpdate', 'forNoKeyUpdate', 'forShare', 'forKeyShare'];
const LOCKING_SQL = /\bfor (?:no key update|update|share|key share)\b|\bpg_advisory_\w*lock/i;

/** Whether the function itself locks rows, by the query builder or in SQL. */
function locksRows(node) {
  return someNode(
    node.body,
    (one) =>
      (one.type === 'CallExpression' && LOCKING_CALLS.includes(one.callee.property?.name)) ||
      (one.type === 'TemplateElement' && LOCKING_SQL.test(one.value.raw)),
  );
}

/** Names of number parameters that measure something. */
function unitlessParameters(node) {
  return (node.params ?? [])
    .map((parameter) => (parameter.type === 'AssignmentPattern' ? parameter.left : parameter))
    .filter(({ typeAnnotation }) => typeAnnotation?.typeAnnotation.type === 'TSNumberKeyword')
    .map(({ name }) => name)
    .filter((name) => MEASURED.test(name));
}

/** Whether a node or one below it fulfils a condition. Functions inside of it have their own contract. */
function someNode(node, accept) {
  if (!node || typeof node !== 'object') return false;
  if (Array.isArray(node)) return node.some((one) => someNode(one, accept));
  if (typeof node.type !== 'string') return false;
  if (FUNCTION_EXPRESSIONS.has(node.type) || node.type === 'FunctionDeclaration') return false;
  return accept(node) || Object.entries(node).some(([key, one]) => key !== 'parent' && someNode(one, accept));
}

const CONTEXTS = new Set(['Act', 'Tx', 'Db', 'Reading', 'Visit']);

/** For the areas of the server. Handlers have a declared type instead of parameter types, so this rule skips them. */
const actFirst = {
  create(context) {
    return {
      Program(program) {
        for (const { node, isExported } of topLevel(program))
          if (isExported && (node.type === 'FunctionDeclaration' || node.type === 'TSDeclareFunction'))
            for (const parameter of node.params.slice(1))
              if (isContext(parameter))
                context.report({
                  node: parameter,
                  message: 'The act, reading context or database is the first parameter: (act, input), (db, id).',
                });
      },
    };
  },
};

/** Whether a parameter has a context type, also within Pick, Omit or an intersection. Callbacks are ignored. */
function isContext(parameter) {
  const { typeAnnotation } = (parameter.type === 'AssignmentPattern' ? parameter.left : parameter).typeAnnotation ?? {};
  return typeAnnotation !== undefined && namesContext(typeAnnotation);
}

function namesContext(type) {
  if (type.type === 'TSIntersectionType' || type.type === 'TSUnionType') return type.types.some(namesContext);
  if (type.type !== 'TSTypeReference') return false;
  if (CONTEXTS.has(type.typeName.name)) return true;
  const wrapped = (type.typeArguments ?? type.typeParameters)?.params[0];
  return (
    ['Pick', 'Omit', 'Partial', 'Readonly'].includes(type.typeName.name) &&
    wrapped !== undefined &&
    namesContext(wrapped)
  );
}

function isFunction(node) {
  if (node.type === 'FunctionDeclaration') return true;
  return (
    node.type === 'VariableDeclaration' && node.declarations.some(({ init }) => FUNCTION_EXPRESSIONS.has(init?.type))
  );
}

/** Whether a function is the implementation after its overloads, which carry the docstring. */
function isOverload(node, program) {
  return topLevel(program).some(
    (other) => other.node.type === 'TSDeclareFunction' && other.node.id?.name === node.id?.name,
  );
}

export default {
  meta: { name: 'structure' },
  rules: {
    'function-declarations': functionDeclarations,
    'exported-first': exportedFirst,
    docstring,
    'act-first': actFirst,
  },
};
