/** The kinds of problems that a campaign can have: what each means, and what its author does about it. */

interface ProblemKind {
  /** A phrase that names the fault. */
  readonly title: string;
  /** One sentence: what to do. */
  readonly remedy: string;
}

/** By code. Codes are stable: programs and authors refer to them. */
export const PROBLEM_KINDS = {
  // Files and folders
  link: { title: "A link in place of a file", remedy: "Put a copy of the file itself there." },
  special_file: { title: "Neither a file nor a folder", remedy: "Take it out of the campaign's folder." },
  unreadable: { title: "A file or folder that cannot be read", remedy: "Check its permissions." },
  too_large: { title: "More than is read", remedy: "Make it smaller, or divide it." },
  encoding: { title: "Text in another encoding than UTF-8", remedy: "Save the file as UTF-8 text." },
  twin_names: { title: "Two names that some systems take for one", remedy: "Rename one of the two." },
  odd_name: {
    title: "A name that not every system can hold",
    remedy: "Rename it, in letters, digits, hyphens and underscores.",
  },
  unused_file: { title: "A file that nothing reads", remedy: "Give it the name that was meant, or take it out." },
  unused_folder: { title: "A folder that nothing reads", remedy: "Give it the name that was meant, or take it out." },
  missing_file: { title: "A file that is named and not there", remedy: "Add the file, or name another." },
  path_escapes: {
    title: "A path out of the campaign's folder",
    remedy: "Put the file into the campaign and name it by its path there.",
  },
  empty_file: { title: "A file without content", remedy: "Write it, or take it out." },
  orphaned_sidecar: {
    title: "A file about another one that is not there",
    remedy: "Add the file that it belongs to, or take this one out.",
  },
  skill_in_campaign: {
    title: "A skill inside a campaign",
    remedy: "Take it out, and name it in the README for players to install.",
  },
  unsupported_file: {
    title: "A file of a kind that is not read here",
    remedy: "Save it in one of the kinds that are.",
  },

  // JSON and front matter
  json_syntax: {
    title: "JSON that cannot be read",
    remedy: "Correct it at this place; an editor that knows JSON shows it too.",
  },
  duplicate_key: { title: "A name given twice", remedy: "Keep one of the two." },
  forbidden_key: { title: "A name that cannot be used", remedy: "Take another name." },
  number_too_large: { title: "A number that is too large", remedy: "Write a smaller one." },
  front_matter: {
    title: "Front matter that cannot be read",
    remedy: "Correct it: names with values between two lines of three hyphens.",
  },
  missing_field: { title: "A field that must be there", remedy: "Add the field." },
  unknown_field: { title: "A field that nothing reads", remedy: "Use a field that there is, or take it out." },
  wrong_type: { title: "A value of the wrong kind", remedy: "Write a value of the kind that is named." },
  wrong_value: { title: "A value that is not allowed", remedy: "Write one of the values that are." },
  out_of_range: { title: "A value outside its bounds", remedy: "Keep to the bounds." },
  loose_form: {
    title: "A form that is understood here and not part of the format",
    remedy: "Write it as the format has it, for other programs.",
  },

  // References
  duplicate_id: { title: "An id given twice", remedy: "Give each its own id." },
  duplicate_name: { title: "Two of one name", remedy: "Give one of the two another name." },
  unknown_beat: { title: "A beat that there is not", remedy: "Name a beat of plot/beats.json." },
  unknown_character: {
    title: "Somebody who is no character",
    remedy: "Name somebody who has a folder in characters/npcs.",
  },
  unknown_place: {
    title: "A place that nothing tells of",
    remedy: "Name a place of world/setting.md or lore, or write about this one.",
  },
  unknown_tag: { title: "A tag that nothing offers", remedy: "Name a tag that a choice has." },
  unknown_stat: { title: "A stat that there is not", remedy: "Name a stat of manifest.json's stat_schema." },
  unknown_faction: {
    title: "A faction that there is not",
    remedy:
      "Name it in bold in world/setting.md or as a file of lore/factions, and give a member its name as a tag or role.",
  },
  unknown_path: { title: "A path of the story's state that nothing sets", remedy: "Name a path that something sets." },
  refers_to_itself: { title: "Something that refers to itself", remedy: "Name another in its place." },
  no_profile: { title: "A character without a profile", remedy: "Add profile.json, or take the folder out." },

  // Plot
  beat_cycle: { title: "Beats that wait for each other", remedy: "Take one of these requirements out." },
  window_closed: { title: "A window that closes before it opens", remedy: "Make max at least as large as min." },
  never_opens: { title: "Conditions that can never hold", remedy: "Widen the window, or change what it waits for." },
  unreachable_beat: {
    title: "A beat that can never happen",
    remedy: "Mend the beat that it waits for, or wait for another.",
  },
  unreachable_ending: { title: "An ending that can never come", remedy: "Mend what it waits for." },
  unreachable_choice: { title: "A choice that can never be offered", remedy: "Mend what it waits for." },
  contradiction: { title: "Conditions that exclude each other", remedy: "Take one of them out." },
  timeout: { title: "A timeout without effect", remedy: "Give scene_count, and a fallback that can still happen." },
  past_beat: { title: "A beat called for that has happened by then", remedy: "Name a beat that comes later." },
  probabilities: { title: "Probabilities that do not come to 1", remedy: "Correct them, or leave them out." },
  expression_syntax: {
    title: "An expression that cannot be read",
    remedy: "Correct it: names, numbers, texts, comparisons, &&, ||, !, has(), visited() and count().",
  },
  offered_deed: {
    title: "A bare word that is taken as a deed of the player's",
    remedy: "Leave it if that is meant; else write the name of a stat or a path.",
  },
  npc_state: {
    title: "A state of somebody that nothing brings about",
    remedy: "Write trusts, likes, neutral, dislikes or hates, or a sentence on what they have seen or been told.",
  },
  constant_state: {
    title: "A state that nothing in the story changes",
    remedy: "Change it in a choice or a consequence, or leave the condition out.",
  },

  // What is told
  varied_text: {
    title: "Conditions in a text that cannot be read",
    remedy: "Write {if condition}text{else}other text{/if}.",
  },
  no_premise: {
    title: "A story without a premise",
    remedy: "Write plot/premise.md: where the player is, and why it matters now.",
  },
  no_setting: { title: "A story without a setting", remedy: "Write world/setting.md: the world, the era, the places." },
  unclosed_fence: { title: "A code fence without an end", remedy: "Close it with a line of the same marks." },
  unclosed_comment: { title: "A comment without an end", remedy: "Close it with -->." },
  keywords: { title: "Keywords that are not all used", remedy: "Keep the most telling ones." },
  no_keywords: { title: "A keyword file without keywords", remedy: "Write one keyword a line, or take the file out." },
  breaks_law: { title: "A sentence against a law of the campaign", remedy: "Reword the sentence, or the law." },
  unchecked_law: { title: "A law that no check covers", remedy: "Say in a forbid block which words must not occur." },
  contradicting_laws: { title: "Laws that contradict each other", remedy: "Reword one of them." },
  frame: {
    title: "A storybook frame that cannot be used",
    remedy: "Correct it; the kinds, slots and tags are listed in the storybook's documentation.",
  },
  no_pronoun: {
    title: "A character whose pronoun nothing shows",
    remedy: "Let a sentence of the profile say he, she, it or they.",
  },
  no_location: {
    title: "A beat without a place",
    remedy: "Leave it if it may happen anywhere; else give it a location.",
  },
  guessed_deed: {
    title: "A deed whose words are guessed",
    remedy: "Leave it if it reads well; else word it in reading.json.",
  },
  correction: { title: "A correction that has no effect", remedy: "Correct reading.json at this line." },
  left_out: { title: "A text that is not told", remedy: "Reword it, if it is to be told." },
  generated_assets: { title: "Parts that a model made", remedy: "Review them before you publish." },
  provenance: {
    title: "Provenance that is missing or false",
    remedy:
      "Give generated, source_model, generated_at and seed_data for what a model made, and nothing for what people made.",
  },
  replaced_file: {
    title: "A generated file in place of which its author has put another",
    remedy: "Delete the generated file when you do not need it any more.",
  },
  generated_name: {
    title: "A name that says generated, and no provenance",
    remedy: "Give its provenance, or take the ending off its name.",
  },

  // Characters of the player
  preset: {
    title: "A ready-made character outside the rules",
    remedy: "Keep it to the lists, stats and points of the template.",
  },
  character_rules: { title: "Rules of character creation that cannot be followed", remedy: "Change one of the two." },

  // Pictures and sounds
  unsupported_media: {
    title: "A picture or sound of another kind",
    remedy: "Save pictures as PNG, JPEG or WebP, and sounds as MP3, OGG, WAV or FLAC.",
  },
  media_mismatch: {
    title: "A picture or sound whose name says another kind",
    remedy: "Give it the ending of what it is.",
  },
  media_damaged: { title: "A picture or sound that cannot be read", remedy: "Save it anew from its source." },
  media_size: { title: "A picture that is too large to show", remedy: "Scale it down to at most 40 million pixels." },
  unused_asset: {
    title: "A picture or sound that nothing names",
    remedy: "Name it in a beat or a profile, or take it out.",
  },
} as const satisfies Readonly<Record<string, ProblemKind>>;

export type ProblemCode = keyof typeof PROBLEM_KINDS;
