/** Works out texts of a module that are the same at every run, when a library is built. */
import ts from "typescript";

const { SyntaxKind } = ts;

/**
 * Reads the constants of a module.
 *
 * @param {ts.SourceFile} file
 * @returns {(node: ts.Node) => string | null} Gives the text that an expression stands for; null where that is not known from the
 * module alone, or a name in it is declared more than once.
 */
export function constantTexts(file) {
  const declared = new Map();
  const declare = (node) => {
    if (node.name?.kind === SyntaxKind.Identifier && !ts.isPropertyAccessExpression(node) && !isMember(node)) {
      const { text } = node.name;
      const isFixed = ts.isVariableDeclaration(node) && (node.parent.flags & ts.NodeFlags.Const) !== 0;
      declared.set(text, declared.has(text) || !isFixed ? null : (node.initializer ?? null));
    }
    ts.forEachChild(node, declare);
  };
  declare(file);
  const textOf = (node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
    if (ts.isParenthesizedExpression(node)) return textOf(node.expression);
    if (ts.isTemplateExpression(node))
      return joined([
        node.head.text,
        ...node.templateSpans.flatMap(({ expression, literal }) => [textOf(expression), literal.text]),
      ]);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken)
      return joined([textOf(node.left), textOf(node.right)]);
    const constant = ts.isIdentifier(node) ? declared.get(node.text) : undefined;
    return constant ? textOf(constant) : null;
  };
  return textOf;
}

/** What has a name of its own that no other text can mean by itself. */
const isMember = (node) =>
  ts.isPropertyAssignment(node) ||
  ts.isPropertySignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isMethodSignature(node);

const joined = (parts) => (parts.includes(null) ? null : parts.join(""));
