/**
 * A certificate that signs itself, for servers of tests alone: for localhost, 127.0.0.1, and the two hosts of Apple that
 * a test stands in for. Valid from 2020 to 2120; nobody but tests that ask for it trusts it.
 */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkzCCATmgAwIBAgIUeqEeVBHJIGcp/gcdTb9r5lfPOo0wCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNQ2FyaWxsb24gdGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIw
MDEwMTAwMDAwMFowGDEWMBQGA1UEAwwNQ2FyaWxsb24gdGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABJLhhcvn+4aQj8X8L0y+lMFEXJoQOiulXHlErra1n4Tc
M2frQ1F2S3gYolqcUvwObcD0L+M/Y0asFUZZJOqGfOujXzBdMA8GA1UdEwEB/wQF
MAMBAf8wSgYDVR0RBEMwQYIJbG9jYWxob3N0ghJhcGkucHVzaC5hcHBsZS5jb22C
GmFwaS5zYW5kYm94LnB1c2guYXBwbGUuY29thwR/AAABMAoGCCqGSM49BAMCA0gA
MEUCIQC07EnPeephwDJa4dSCIBsgqMtR9wNTd53PZthEib1iyQIgVyNe52VoIxL1
Gzn/fydCMUnJpbir16Q3PUD0B50lPKc=
-----END CERTIFICATE-----
`;

/** The private key of {@link TEST_CERTIFICATE}; no secret. */
export const TEST_CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqYOcMfMbI3xyG/sX
vlUE++fRDXJZuoNHpiqgzyQsFIOhRANCAASS4YXL5/uGkI/F/C9MvpTBRFyaEDor
pVx5RK62tZ+E3DNn60NRdkt4GKJanFL8Dm3A9C/jP2NGrBVGWSTqhnzr
-----END PRIVATE KEY-----
`;
