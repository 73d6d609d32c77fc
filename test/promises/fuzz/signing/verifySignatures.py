"""Builds the signing string of each request on standard input by the specification and verifies its signature.

One JSON object a line. Prints the number of every request whose signature is wrong and, at the end, how many were right.
Needs nothing but Python's standard library: SHA-256 and base64 from there, RSA and Ed25519 (RFC 8017, RFC 8032) below.
"""

import base64
import hashlib
import json
import sys

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def x_of(y, sign):
    """The x of a point of the curve; None when there is none."""
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0 or (x == 0 and sign):
        return None
    return P - x if x & 1 != sign else x


def add(a, b):
    """Sum of two points in extended coordinates."""
    m = (a[1] - a[0]) * (b[1] - b[0]) % P
    n = (a[1] + a[0]) * (b[1] + b[0]) % P
    o = 2 * a[3] * b[3] * D % P
    q = 2 * a[2] * b[2] % P
    e, f, g, h = n - m, q - o, q + o, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(factor, point):
    total = (0, 1, 1, 0)
    while factor:
        if factor & 1:
            total = add(total, point)
        point = add(point, point)
        factor >>= 1
    return total


def decode_point(data):
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    x = x_of(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = x_of(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def verify_ed25519(der, text, signature):
    public = der[-32:]
    point, commitment = decode_point(public), decode_point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or point is None or commitment is None or scalar >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + public + text).digest(), "little") % ORDER
    return same(times(scalar, BASE), add(commitment, times(challenge, point)))


def read_item(data, at):
    """Tag, content and end of the DER element at a place."""
    tag, length, start = data[at], data[at + 1], at + 2
    if length & 0x80:
        count = length & 0x7F
        length, start = int.from_bytes(data[start:start + count], "big"), start + count
    return tag, data[start:start + length], start + length


def rsa_numbers(der):
    _, outer, _ = read_item(der, 0)
    _, _, end = read_item(outer, 0)
    _, bits, _ = read_item(outer, end)
    _, key, _ = read_item(bits[1:], 0)
    _, modulus, end = read_item(key, 0)
    _, exponent, _ = read_item(key, end)
    return int.from_bytes(modulus, "big"), int.from_bytes(exponent, "big")


def verify_rsa(der, text, signature):
    modulus, exponent = rsa_numbers(der)
    size = (modulus.bit_length() + 7) // 8
    digest_info = bytes.fromhex("3031300d060960864801650304020105000420") + hashlib.sha256(text).digest()
    expected = b"\x00\x01" + b"\xff" * (size - len(digest_info) - 3) + b"\x00" + digest_info
    return len(signature) == size and pow(int.from_bytes(signature, "big"), exponent, modulus).to_bytes(size, "big") == expected


def signing_string(request):
    body = None if request["body"] is None else base64.b64decode(request["body"])
    digest = hashlib.sha256(body).hexdigest() if body else ""
    return "\n".join([request["timestamp"], request["method"].upper(), request["path"], request["query"], digest]).encode()


def main():
    verifiers = {"ed25519": verify_ed25519, "rsa-sha256": verify_rsa}
    right = 0
    for number, line in enumerate(sys.stdin):
        request = json.loads(line)
        signature = base64.b64decode(request["signature"], validate=True)
        der = base64.b64decode("".join(request["publicKey"].split("-----")[2].split()))
        if verifiers[request["algorithm"]](der, signing_string(request), signature):
            right += 1
        else:
            print("wrong", number)
    print("right", right)


main()
