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

/**
 * A certificate that signs itself, for servers on loopback in tests: made with OpenSSL for a hundred years, for "localhost"
 * and 127.0.0.1. Its key is no secret.
 */
export const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnd3PQqLmlxzvJcKO
X5nUjvxtZ9PAy8RZPttmekG9SRihRANCAATmNHOPP7LmOS8JOpw2dBjXBeo3zzQc
N0AysGqEyRc9fcbcakdQsGshGcKEPYlOjjSzC++iuJXjaKEUXe+H3jKM
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUcv1ep7+k3aWVOgknc2VVxoPWHNwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE4MTIzOVoYDzIxMjYxMDI4
MTgxMjM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATmNHOPP7LmOS8JOpw2dBjXBeo3zzQcN0AysGqEyRc9fcbcakdQsGsh
GcKEPYlOjjSzC++iuJXjaKEUXe+H3jKMo28wbTAdBgNVHQ4EFgQUZ3E7B5If6etG
Zk/oWFoZCKhQ1kIwHwYDVR0jBBgwFoAUZ3E7B5If6etGZk/oWFoZCKhQ1kIwGgYD
VR0RBBMwEYIJbG9jYWxob3N0hwR/AAABMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI
zj0EAwIDSAAwRQIhAM15yIaMBwQZDgmT9uzyczlWZlnQLi6veIiL/KexSrPmAiAO
3Nk+1d2V060k7oaQiwjP3zWzlQF0R4wBgm6C+xBlGg==
-----END CERTIFICATE-----
`,
};
