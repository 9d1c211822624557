/** The picture beside the sample notification, as SVG. */
export const PARCEL_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
<rect width="48" height="48" fill="#4338ca"/>
<path d="M24 11l12 6v14l-12 6-12-6V17zM12 17l12 6 12-6M24 23v14M18 14l12 6" fill="none" stroke="#fff" stroke-width="2"
 stroke-linejoin="round"/>
</svg>
`;
