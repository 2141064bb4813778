import { Registry } from '@shikijs/vscode-textmate';

/** The highlighter leaves a line after half a second, which a busy machine needs for its first one. */
export const highlightAtAnySpeed = () => {
  const load = Registry.prototype.loadGrammarWithConfiguration;
  Registry.prototype.loadGrammarWithConfiguration = function (...given) {
    const grammar = load.apply(this, given);
    const tokenize = grammar.tokenizeLine2;
    grammar.tokenizeLine2 = (line, state) => tokenize.call(grammar, line, state, 0);
    return grammar;
  };
};
