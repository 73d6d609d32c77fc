# The same as verifySignatures.py where there is no Python: Perl builds the signing string, openssl verifies.
use strict;
use warnings;
use Digest::SHA qw(sha256_hex);
use File::Temp qw(tempdir);
use JSON::PP;
use MIME::Base64;

my $folder = tempdir(CLEANUP => 1);
my ($number, $right) = (0, 0);

sub put {
    my ($name, $bytes) = @_;
    open(my $file, '>:raw', "$folder/$name") or die "cannot write: $!";
    print $file $bytes;
    close($file);
    return "$folder/$name";
}

while (my $line = <STDIN>) {
    my $request = decode_json($line);
    my $body = defined $request->{body} ? decode_base64($request->{body}) : '';
    my $digest = length $body ? sha256_hex($body) : '';
    my $text = join("\n", $request->{timestamp}, uc $request->{method}, $request->{path}, $request->{query}, $digest);
    my $key = put('key', $request->{publicKey});
    my $signed = put('text', $text);
    my $signature = put('signature', decode_base64($request->{signature}));
    my @digest = $request->{algorithm} eq 'ed25519' ? ('-rawin') : ('-rawin', '-digest', 'sha256');
    my $status = system("openssl pkeyutl -verify -pubin -inkey $key @digest -in $signed -sigfile $signature >/dev/null 2>&1");
    if ($status == 0) { $right += 1 } else { print "wrong $number\n" }
    $number += 1;
}
print "right $right\n";
