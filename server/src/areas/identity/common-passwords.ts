/** Passwords of eight characters and more that every list of leaked ones begins with; compared without case. */
const COMMON = new Set(
  `12345678 123456789 1234567890 123123123 11111111 00000000 88888888 87654321 987654321 12341234 11223344 147258369
  password password1 password12 password123 passw0rd p@ssw0rd passwort motdepasse qwertyui qwerty12 qwerty123 qwertyuiop
  1q2w3e4r 1qaz2wsx q1w2e3r4 asdfghjk asdfghjkl zxcvbnm1 abcd1234 abc12345 a1234567 aa123456 iloveyou sunshine princess
  football baseball superman batman123 trustno1 welcome1 letmein1 admin123 administrator changeme computer internet
  starwars michael1 jennifer juventus francesco giuseppe azerty123 azertyui ciaociao amoremio`.split(/\s+/),
);
export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase());
