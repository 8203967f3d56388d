/** The version of the campaign format that this program knows. */
export const FORMAT_MAJOR = 1;

/** Whether a campaign is written for a format that this program does not know yet. */
export const isNewerFormat = (version: string): boolean => Number(version.split(".")[0]) > FORMAT_MAJOR;
