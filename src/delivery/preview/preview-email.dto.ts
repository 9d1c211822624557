/** What mail programs show of an email besides its HTML. */
export class PreviewEmailDto {
  /** The plain text that is sent beside the HTML. */
  text: string;

  /**
   * The text that mail programs list beside the subject; absent when the step has none: then they list the beginning of the text.
   * @example Arrives on Friday
   */
  preheader?: string;

  /**
   * Name of the sender: of the step, else of the integration; absent when neither has one.
   * @example Acme Orders
   */
  senderName?: string;

  /**
   * Address of the sender: of the step, else of the integration; absent when neither has one.
   * @example orders@example.com
   */
  senderEmail?: string;
}
