import type { StreamError } from "../judge-stream.js";

/** What the kit holds a skill to. The numbers are those of SPEC.md. */
export interface Rule {
  readonly id: string;
  /** What a skill that keeps the rule does, after its name. */
  readonly says: string;
  /** What to do about a skill that does not. */
  readonly fix: string;
}

/** The rules of a skill, in the order of the report. */
export const RULES = {
  manifest: {
    id: "PR220",
    says: "says what it is, and its scripts can be started",
    fix: "Correct skill.json or SKILL.md as said; a script is a file inside the skill's folder that an interpreter is known for or that may be executed.",
  },
  good: {
    id: "PR221",
    says: "succeeds on good input",
    fix: "Run the script by hand with that input and look at what it prints; a good input ends with done, ok true, and exit code 0.",
  },
  tolerant: {
    id: "PR222",
    says: "takes input without its optional parts, and with parts it does not know",
    fix: "Treat dependencies, context, config and host as empty where they are missing, and ignore members you do not know.",
  },
  hostile: {
    id: "PR223",
    says: "answers odd and hostile input with done",
    fix: "Check the input before using it; where it will not do, send an error event and done with ok false, and exit with 0.",
  },
  noInput: {
    id: "PR224",
    says: "answers when its input is missing or broken",
    fix: "Read standard input to its end; where it holds no JSON object, send an error event and done with ok false, and exit with 0.",
  },
  reason: {
    id: "PR225",
    says: "says why it fails",
    fix: "Send an error event, or at least a summary, before a done with ok false.",
  },
  silent: {
    id: "PR226",
    says: "does nothing before it has its input",
    fix: "Read standard input to its end before anything else: the process may be started long before it is needed.",
  },
  pieces: {
    id: "PR227",
    says: "reads input that comes in pieces",
    fix: "Read until the end of standard input, and decode UTF-8 only when all bytes are there.",
  },
  timing: {
    id: "PR228",
    says: "answers in its time",
    fix: "Make it faster, or raise its timeout in skill.json (60,000 ms are the most); what never ends must be given a limit of its own.",
  },
  exits: {
    id: "PR229",
    says: "ends after done",
    fix: "Exit once done is sent: close sockets, timers and threads that hold the process open, and write nothing more.",
  },
  stops: {
    id: "PR230",
    says: "stops when it is told to",
    fix: "Leave SIGTERM alone or end on it, and end when standard output is closed; after 5 seconds the process is killed.",
  },
  files: {
    id: "PR231",
    says: "writes into its data folder only",
    fix: "Write into the folder that NARRATORIA_DATA_DIR names, temporary files into TMPDIR, and announce what is to be shown by an asset event.",
  },
  processes: {
    id: "PR232",
    says: "leaves no process behind",
    fix: "Wait for the processes you start, and end them before you exit.",
  },
  stderr: {
    id: "PR233",
    says: "keeps standard error short",
    fix: "Write at most 64 KiB of diagnostics to standard error; only the end of it is kept.",
  },
  secrets: {
    id: "PR234",
    says: "keeps secrets to itself",
    fix: "Never print the host token or a setting marked x-sensitive, neither in an event nor to standard error.",
  },
  assets: {
    id: "PR235",
    says: "announces assets that are there",
    fix: "Write the file into the data folder or the working folder before the asset event; at most 50 MiB, a plain file.",
  },
  host: {
    id: "PR236",
    says: "asks the host for what it declared, and lives with a refusal",
    fix: 'List the services in "host" of skill.json, send what contracts/host-services.schema.json describes, and treat a failed call as a failure of the tool.',
  },
  seed: {
    id: "PR237",
    says: "gives the same for the same seed",
    fix: "Draw all chance from context.seed, and keep the clock and the order of sets out of the answer.",
  },
  resident: {
    id: "PR238",
    says: "keeps nothing from one invocation to the next",
    fix: "Keep what belongs to an invocation in local variables, answer each line with events that end in done, and end with standard input.",
  },
} as const satisfies Record<string, Rule>;

/** What to do about a fault in a stream, by its code. */
const STREAM_FIXES: Readonly<Record<string, string>> = {
  INVALID_UTF8: "Write UTF-8, whatever the locale says.",
  LINE_TOO_LONG: "Keep each event under 1 MiB; put large matter into a file and announce it as an asset.",
  INVALID_JSON:
    "Write one JSON object a line to standard output and nothing else; progress and debugging go to standard error or into log events.",
  TOO_DEEP: "Nest an event at most 64 levels deep.",
  NUMBER_OUT_OF_RANGE: "Send finite numbers only.",
  FORBIDDEN_KEY: "Never copy keys of the input into a patch unseen; __proto__, constructor and prototype are refused.",
  NOT_AN_OBJECT: "Each line is a JSON object with version and type.",
  UNSUPPORTED_VERSION: 'Each event says "version":"0", as text.',
  UNKNOWN_TYPE:
    "Use the six types log, state_patch, asset, ui_event, error and done; anything of your own is a ui_event.",
  INVALID_FIELD: "Give the field as contracts/ describes the event.",
  STATE_LIMIT: "Keep a patch under 256 KiB: patch what changed, not all there is.",
  STDOUT_TOO_LONG: "Write less than 16 MiB.",
  TOO_MANY_EVENTS: "Send at most 10,000 events; gather pieces before you send them.",
  MISSING_DONE: "End every answer with exactly one done event, also when something goes wrong.",
  PROCESS_EXIT: "Exit with 0 whenever you could say what happened: failure is told by done with ok false.",
};

/** The rules of an end that is none, which no line breaks. */
const END_RULES: Readonly<Record<string, string>> = { MISSING_DONE: "PR201", PROCESS_EXIT: "PR202" };

/** The rule of the protocol that a stream breaks, and what to do about it. */
export function streamRule({ code, rule }: StreamError): { readonly id: string; readonly fix: string } {
  return {
    id: rule ?? END_RULES[code] ?? "PR200",
    fix: STREAM_FIXES[code] ?? "Write events as the protocol describes them.",
  };
}
