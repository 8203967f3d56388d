/** Whether a skill of this name may lie in this folder: in one called the same, or as an npm package of it is, `skill-<name>`. */
export function fitsSkillFolder(name: string, folder: string): boolean {
  return folder === name || /^(?:narratoria-)?skill-(.+)$/.exec(folder)?.[1] === name;
}
