/** The one table of what deeds weigh, by kind. */

/**
 * Points of feeling by kind of deed, a hundredth of sentiment each: 0.1 for a courtesy to 0.5 for a life saved or a betrayal, as
 * architecture 7.6 ("Sentiment and Memory") bounds them. (rule PC2820)
 */
export const WEIGHTS = {
  /** A kind word, company, news, help that is offered, old times. */
  courtesy: 10,
  /** A warning, a gift, a debt paid, somebody's side taken. */
  favour: 20,
  /** Help with what somebody wants, a promise, somebody defended. */
  service: 30,
  /** Somebody saved, freed or spared. */
  rescue: 50,
  /** A question pressed in vain, a no, a remark contradicted, a debt left unsettled. */
  slight: -10,
  /** A lie found out, things gone through, an accusation, a no to what somebody wishes. */
  offence: -20,
  /** A broken promise, a threat, a blow, somebody left alone or held to something in vain. */
  wrong: -30,
  /** Somebody sold, given away or turned in. */
  betrayal: -50,
} as const;

export type Weight = keyof typeof WEIGHTS;
