// Lint rules for the layout of a file, loaded by .oxlintrc.json: function declarations at the top level, exported ones
// first, and a docstring on everything that other files can call.

/** Statements of a file without their `export`. @returns {{ node: object, isExported: boolean, outer: object }[]} */
function topLevel(program) {
  return program.body.map((outer) => {
    const isExported = outer.type === 'ExportNamedDeclaration' || outer.type === 'ExportDefaultDeclaration';
    return { node: (isExported && outer.declaration) || outer, isExported, outer };
  });
}

const FUNCTION_EXPRESSIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

/** `const f: Handler = …` keeps its form: the type gives the parameters, and a declaration could not take it. */
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
          if (comment?.type !== 'Block' || !comment.value.startsWith('*'))
            context.report({ node: node.id ?? node, message: 'An exported function needs a docstring (/** … */).' });
        }
      },
    };
  },
};

function isFunction(node) {
  if (node.type === 'FunctionDeclaration') return true;
  return (
    node.type === 'VariableDeclaration' && node.declarations.some(({ init }) => FUNCTION_EXPRESSIONS.has(init?.type))
  );
}

/** The implementation after its overloads: these carry the docstring. */
function isOverload(node, program) {
  return topLevel(program).some(
    (other) => other.node.type === 'TSDeclareFunction' && other.node.id?.name === node.id?.name,
  );
}

export default {
  meta: { name: 'structure' },
  rules: { 'function-declarations': functionDeclarations, 'exported-first': exportedFirst, docstring },
};
