/** What is used of node-llama-cpp. It is loaded from a folder of its own, so its own types are not at hand. */
export interface LlamaLibrary {
  getLlama(options: {
    readonly gpu: "auto" | false;
    readonly build: "never";
    readonly skipDownload: true;
    readonly maxThreads: number;
    readonly logLevel: string;
    readonly logger: (level: string, message: string) => void;
  }): Promise<Llama>;
  readGgufFileInfo(path: string): Promise<GgufInfo>;
  resolveChatWrapper(model: LlamaModel): ChatWrapper;
  readonly LlamaChat: new (options: { contextSequence: LlamaSequence; chatWrapper: ChatWrapper }) => LlamaChat;
  readonly LlamaLogLevel: { readonly warn: string };
}

export interface GgufInfo {
  readonly metadata: { readonly general: { readonly name?: string } };
  readonly architectureMetadata: {
    readonly block_count?: number;
    readonly context_length?: number;
    readonly embedding_length?: number;
    readonly attention?: {
      readonly head_count?: number | readonly number[];
      readonly head_count_kv?: number | readonly number[];
      readonly key_length?: number;
    };
  };
}

export interface Llama {
  readonly gpu: string | false;
  readonly cpuMathCores: number;
  maxThreads: number;
  getVramState(): Promise<{ readonly total: number }>;
  loadModel(options: { modelPath: string; onLoadProgress: (part: number) => void }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: object): Promise<LlamaGrammar>;
  createGrammar(options: { readonly grammar: string }): Promise<LlamaGrammar>;
  dispose(): Promise<void>;
}

/** Handed on, never looked into. */
export type LlamaGrammar = object;
export type Token = number;
export type Tokenizer = (text: string) => Token[];

export interface LlamaModel {
  readonly tokenizer: Tokenizer;
  tokenize(text: string): Token[];
  createContext(options: {
    contextSize: number;
    sequences: number;
    threads: number;
    swaFullCache: boolean;
    failedCreationRemedy: false;
  }): Promise<LlamaContext>;
}

export interface LlamaContext {
  readonly contextSize: number;
  getSequence(): LlamaSequence;
}

export interface LlamaSequence {
  readonly nextTokenIndex: number;
  readonly tokenMeter: { getState(): TokenCount; diff(before: TokenCount): TokenCount };
  adaptStateToTokens(tokens: Token[], allowShift: boolean): Promise<void>;
  evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void>;
  clearHistory(): Promise<void>;
}

export interface TokenCount {
  readonly usedInputTokens: number;
  readonly usedOutputTokens: number;
}

export type ChatItem =
  | { readonly type: "system" | "user"; readonly text: string }
  | { readonly type: "model"; readonly response: readonly string[] };

export interface ChatWrapper {
  generateContextState(options: { chatHistory: readonly ChatItem[] }): {
    readonly contextText: { tokenize(tokenizer: Tokenizer): Token[] };
  };
}

export interface LlamaChat {
  generateResponse(
    history: readonly ChatItem[],
    options: {
      maxTokens: number;
      temperature: number;
      topK?: number;
      topP?: number;
      minP?: number;
      repeatPenalty?: { penalty: number; lastTokens: number };
      seed?: number;
      customStopTriggers?: readonly string[];
      grammar?: LlamaGrammar;
      signal: AbortSignal;
      stopOnAbortSignal: true;
      onTextChunk: (text: string) => void;
      onToken: (tokens: readonly Token[]) => void;
    },
  ): Promise<{
    readonly metadata: { readonly stopReason: string };
  }>;
}
