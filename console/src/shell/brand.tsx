import classes from './shell.module.css';

/** Logo and name. */
export function Brand() {
  return (
    <span className={classes.brand}>
      <svg
        aria-hidden
        viewBox="0 0 24 24"
        width="22"
        height="22"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M12 3v2M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4" />
      </svg>
      <span className={classes.word}>Carillon</span>
    </span>
  );
}
