/** What the frames of all channels need. */
export interface DeviceProps {
  isDark: boolean;
  /** In which direction the language of the message is written. */
  dir: 'ltr' | 'rtl' | 'auto';
  /** Who sends, as the frame shows it: the name of the brand where there is one. */
  sender: string;
}
