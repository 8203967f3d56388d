/** The open book of Narratoria. */
export function Mark({ size = 32 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
      <path
        d="M16 8.5C13 5.5 8 4.5 2.5 5v19.5C8 24 13 25 16 28c3-3 8-4 13.5-3.5V5C24 4.5 19 5.5 16 8.5Z"
        strokeLinejoin="round"
      />
      <path d="M16 8.5V28" />
      <circle cx="8" cy="12.5" r="1.4" fill="currentColor" stroke="none" />
      <circle cx="22" cy="12.5" r="1.4" fill="currentColor" stroke="none" />
      <circle cx="25" cy="17.5" r="1.4" fill="currentColor" stroke="none" />
    </svg>
  );
}
